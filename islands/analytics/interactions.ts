import type { AnalyticsEvent } from '../../cms/analytics/contract.ts'
import type { TransitionType } from '../../cms/analytics/rules.ts'
import { longestText } from './limits.ts'

type Interaction = Extract<AnalyticsEvent, { type: 'interaction' }>
export type Described = Omit<Interaction, 'type' | 'id' | 'at' | 'path'>

const clickable = 'a[href], button, summary'
/** Personal parts of a page. What happens in them is not recorded. */
const personalParts = '[data-private]'

/** The parts of an element that are needed to describe it. */
type Target = Pick<Element, 'closest' | 'querySelector' | 'getAttribute' | 'textContent'>

/** The element that a click or a submission is about; null for others and in personal parts. */
export const findTarget = (element: Target, kind: Described['kind']): Target | null =>
  element.closest(personalParts) ? null : element.closest(kind === 'click' ? clickable : 'form')

/**
 * Describes an element. What is typed is never read.
 * @param details whether its text and the position of the pointer are sent too, which the server stores of members
 *   who agreed
 */
export function describeElement(
  element: Target,
  kind: Described['kind'],
  details: { x: number; y: number } | boolean,
): Described {
  const attribute = (name: string) => element.getAttribute(name)?.slice(0, longestText)
  const hasText = details && kind === 'click' && !element.querySelector(personalParts)
  return {
    kind,
    elementId: attribute('id'),
    elementClass: attribute('class'),
    text: hasText ? textOf(element) : undefined,
    ...(typeof details === 'object' && details),
  }
}

const textOf = (element: Target): string =>
  (element.getAttribute('aria-label') || element.textContent || '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestText)

/** How a navigation within the site began. Source: spec section 3, `transition_type`. */
export function transitionOf(
  {
    navigationType,
    sourceElement,
  }: { navigationType: string; sourceElement?: Pick<Element, 'closest'> | undefined },
  isNudge: boolean,
): TransitionType {
  if (navigationType === 'traverse') return 'back'
  if (isNudge) return 'nudge'
  if (!sourceElement) return 'transition'
  return sourceElement.closest('nav, .site-nav') ? 'nav' : 'link'
}

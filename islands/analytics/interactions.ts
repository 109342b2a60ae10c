import type { AnalyticsEvent } from '../../cms/analytics/contract.ts'
import type { TransitionType } from '../../cms/analytics/rules.ts'
import { longestText } from './limits.ts'

type Interaction = Extract<AnalyticsEvent, { type: 'interaction' }>
export type Described = Omit<Interaction, 'type' | 'id' | 'at' | 'path'>

const clickable = 'a[href], button, summary'
/** Personal parts of a page. What happens in them is not recorded. */
const personalParts = '[data-private]'
/** Names that Astro, React and CSS modules make. They change with each build or view. */
const generated = /(^|\s)(astro-|[_:])\S*/g
/** How scripts mark a form that they send. */
const busy = '[aria-busy], :has([data-busy])'

/** The parts of an element that are needed to describe it. */
type Target = Pick<Element, 'closest' | 'querySelector' | 'getAttribute'> &
  Partial<Pick<HTMLElement, 'innerText'>> &
  Partial<Pick<HTMLButtonElement, 'form'>> &
  Partial<Pick<HTMLAnchorElement, 'origin' | 'pathname' | 'protocol'>>

/** The element that a click or a submission is about; null for others and in personal parts. */
export const findTarget = (element: Target, kind: Described['kind']): Target | null =>
  element.closest(personalParts) ? null : kind === 'click' ? element.closest(clickable) : element

/** Whether a script sends a form right now. */
export const isBusy = (form: Element): boolean => form.matches(busy)

/**
 * Describes an element by what its authors wrote: a link by its id and where it leads, others by their name or id,
 * a button without them by its form's name. What is typed is never read.
 * @param details the position of the pointer, if it has one. Without it the text is left out too: the server stores
 *   both of members who agreed only
 */
export function describeElement(
  element: Target,
  kind: Described['kind'],
  details: { x?: number; y?: number } | false,
): Described {
  const attribute = (name: string, of: Pick<Element, 'getAttribute'> | null = element) =>
    of?.getAttribute(name)?.replace(generated, '').slice(0, longestText)
  const hasText = kind === 'click' && !element.querySelector(personalParts)
  return {
    kind,
    elementId: attribute('name') || attribute('id') || attribute('name', element.form),
    elementClass: attribute('class'),
    to:
      element.origin === location.origin
        ? element.pathname
        : element.origin === 'null'
          ? element.protocol
          : element.origin,
    ...(details && {
      ...details,
      text: hasText
        ? // biome-ignore lint/performance/useDomNodeTextContent: it leaves out hidden parts and superfluous spaces.
          (element.getAttribute('aria-label') || element.innerText)?.slice(0, longestText)
        : undefined,
    }),
  }
}

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

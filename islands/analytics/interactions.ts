import type { AnalyticsEvent } from '../../cms/features/analytics/contract.ts'
import type { TransitionType } from '../../cms/features/analytics/rules.ts'
import { maxTextLength } from './limits.ts'

type Interaction = Extract<AnalyticsEvent, { type: 'interaction' }>
export type Described = Omit<Interaction, 'type' | 'id' | 'at' | 'path'>

const clickableSelector = 'a[href], button, summary'
/** Personal parts of a page. What happens in them is not recorded. */
const personalSelector = '[data-private]'
/** Names that Astro, React and CSS modules generate. They change with each build or view. */
const generatedNames = /(^|\s)(astro-|[_:])\S*/g
/** How scripts mark a form while they send it. */
const busySelector = '[aria-busy], :has([data-busy])'

/** The parts of an element that are needed to describe it. */
type Target = Pick<Element, 'closest' | 'querySelector' | 'getAttribute'> &
  Partial<Pick<HTMLElement, 'innerText'>> &
  Partial<Pick<HTMLButtonElement, 'form'>> &
  Partial<Pick<HTMLAnchorElement, 'origin' | 'pathname' | 'protocol'>>

/** The element that a click or a submission is about. Null for clicks on other elements, and in personal parts. */
export const findTarget = (element: Target, kind: Described['kind']): Target | null =>
  element.closest(personalSelector)
    ? null
    : kind === 'click'
      ? element.closest(clickableSelector)
      : element

/** Whether a script is sending a form at the moment. */
export const isBusy = (form: Element): boolean => form.matches(busySelector)

/**
 * Describes an element by what its authors wrote: its name, else its id, else the name of its form. A link is also
 * described by where it leads. Typed text is never read.
 * @param details the position of the pointer; empty for an event without a position; false to leave out the position
 *   and the text, which the server stores only for members who agreed
 */
export function describeElement(
  element: Target,
  kind: Described['kind'],
  details: { x?: number; y?: number } | false,
): Described {
  const attribute = (name: string, owner: Pick<Element, 'getAttribute'> | null = element) =>
    owner?.getAttribute(name)?.replace(generatedNames, '').slice(0, maxTextLength)
  const hasText = kind === 'click' && !element.querySelector(personalSelector)
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
        ? // biome-ignore lint/performance/useDomNodeTextContent: `innerText` omits hidden parts and superfluous spaces.
          (element.getAttribute('aria-label') || element.innerText)?.slice(0, maxTextLength)
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

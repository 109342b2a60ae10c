import { publicPatterns } from '../../pages.ts'
import { otherName, unknownPage } from '../rules.ts'
import type { Events } from './events.ts'

/**
 * The maximum number of new names that events add in a day. A name is the path of a page
 * whose path contains a variable part, the address of another site, or the name of an element.
 */
export const maxNewNames = { ofNetwork: 100, ofProvider: 400, ofAll: 2000 }

/**
 * Replaces or removes names in events if the names may not be stored.
 * @param accepts whether a name may be stored
 */
export function limitNames(
  { views, journeys, interactions }: Events,
  accepts: (name: string) => boolean,
): Events {
  const pathOf = (path: string): string => {
    const isForeign = !path.startsWith('/')
    const hasVariablePart = publicPatterns.some((pattern) => pattern.path.test(path))
    if ((!isForeign && !hasVariablePart) || accepts(`path ${path}`)) return path
    return isForeign ? otherName : unknownPage
  }
  const nameOf = (kind: string, name: string | null): string | null =>
    name !== null && accepts(`${kind} ${name}`) ? name : null
  return {
    views: views.map((view) => {
      const page_path = pathOf(view.page_path)
      return page_path === view.page_path ? view : { ...view, page_path, page_title: '' }
    }),
    journeys: journeys.map((journey) => ({
      ...journey,
      from_page: pathOf(journey.from_page),
      to_page: pathOf(journey.to_page),
    })),
    interactions: interactions.map((each) => {
      const { additional_data: data } = each
      return {
        ...each,
        page_path: pathOf(each.page_path),
        element_id: nameOf('id', each.element_id),
        element_class: nameOf('class', each.element_class),
        additional_data: data && 'to' in data ? { to: pathOf(data.to) } : data,
      }
    }),
  }
}

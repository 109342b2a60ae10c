import { elementText } from '../admin/texts.ts'
import { unknownPage } from '../rules.ts'
import type { TrailVisit } from './contract.ts'

/** A visit as it is stored. `element` has the same form as in the reports. */
type StoredVisit = Omit<TrailVisit, 'actions'> & {
  actions: {
    path: string
    kind: string
    text: string | null
    element: string | null
    at: string
  }[]
}

/** Adds words for pages without a title and for elements without a text. */
export const describeVisit = ({ pages, actions, ...visit }: StoredVisit): TrailVisit => ({
  ...visit,
  pages: pages.map((page) => ({
    ...page,
    title: page.title || (page.path === unknownPage ? 'An address without a page' : page.path),
  })),
  actions: actions.map(({ text, element, path, kind, at }) => ({
    path,
    kind,
    at,
    name: text ?? (element === null ? null : elementText({ page: path, type: kind, element })),
  })),
})

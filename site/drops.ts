import type { OpenPage } from '../cms/features/content/page.ts'
import type { ShownDrop } from '../cms/features/secret-kitchens/page-data.ts'
import { secretRoot } from '../cms/platform/http/rules.ts'
import { openPage } from './open-page.ts'

/** The path of a call on the pages of the drops. Their own host serves only what is below these pages. */
export const dropCall = (_locals: App.Locals, name: string): string =>
  `${secretRoot}/api/secret-kitchens/${name}`

/** The match that stands for the state of a drop: before it opens, while it is open, gone, and over. */
export const matchOf = ({ state }: Pick<ShownDrop, 'state'>): 'new' | 'lit' | 'spent' | 'cold' =>
  state === 'announced'
    ? 'new'
    : state === 'drawing' || state === 'open'
      ? 'lit'
      : state === 'sold_out'
        ? 'spent'
        : 'cold'

/** The allergens of a drop in words. */
export const allergensInWords = (
  { text }: Pick<OpenPage, 'text'>,
  { allergens }: Pick<ShownDrop['drop'], 'allergens'>,
): string => allergens.map((each) => text('allergen', each)).join(', ')

/** The page is rendered anew when its drop changes by itself. */
export function noteChange(locals: App.Locals, changesAt: Date | null): void {
  if (!changesAt) return
  const leftMs = Math.max(0, changesAt.getTime() - Date.now())
  const { notes } = locals
  notes.maxAgeMs = Math.min(notes.maxAgeMs ?? leftMs, leftMs)
}

/** The texts of the page of a drop, for parts of it on other pages. */
export const dropWords = (locals: App.Locals): Promise<OpenPage> => openPage(locals, 'drop')

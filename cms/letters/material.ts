import type { Payload } from 'payload'
import { fillIn } from '../content/fill-in.ts'
import { placeholdersOf } from '../content/placeholders.ts'
import { findPictures } from '../media/service.ts'
import { findMenus, findVenue } from '../venue/service.ts'
import type { Fields, LetterBody } from './body.ts'
import type { Material } from './draw-body.tsx'

type Kind = Fields['blockType']
type FieldsOf<Each extends Kind> = Extract<Fields, { blockType: Each }>

const all = <Each extends Kind>({ root }: LetterBody, kind: Each): FieldsOf<Each>[] =>
  root.children.flatMap((node) =>
    node.type === 'block' && node.fields.blockType === kind ? [node.fields as FieldsOf<Each>] : [],
  )

/** The records of the pictures in a letter. */
export const pictureIds = (body: LetterBody): number[] => [
  ...new Set(all(body, 'image').map(({ picture }) => picture)),
]

/**
 * What a letter shows beside its own words, as it is now.
 * @param named what stands where a text asks for the reader’s name
 */
export async function findMaterial(
  payload: Payload,
  body: LetterBody,
  named: (text: string) => string,
): Promise<Material> {
  const ids = pictureIds(body)
  const rooms = [...new Set(all(body, 'menu').map(({ room }) => room))]
  const [venue, pictures, ...found] = await Promise.all([
    findVenue(payload),
    ids.length ? findPictures(payload, ids) : null,
    ...rooms.map((room) => findMenus(payload, room)),
  ])
  const facts = placeholdersOf(venue)
  const menusOf = new Map(rooms.map((room, index) => [room, found[index] ?? []]))
  return {
    words: (text) => named(fillIn(text, facts)),
    picture: (id) => pictures?.get(id) ?? null,
    menus: ({ room, section }) =>
      (menusOf.get(room) ?? []).filter(({ id }) => section === null || id === section),
  }
}

/** What a letter shows that is not there any more, in words for whoever wrote it; null where all is. */
export function whatIsGone(body: LetterBody, { picture, menus }: Material): string | null {
  if (pictureIds(body).some((id) => !picture(id))) {
    return 'A picture of this letter is gone. Choose another one.'
  }
  if (all(body, 'menu').some((fields) => !menus(fields).length)) {
    return 'A menu of this letter is gone, or has nothing on it. Choose another one.'
  }
  return null
}

import type { Payload } from 'payload'
import { fillIn } from '../content/fill-in.ts'
import { placeholdersOf } from '../content/placeholders.ts'
import { HttpError } from '../http/errors.ts'
import { findPictures } from '../media/service.ts'
import { findMenus, findVenue } from '../venue/service.ts'
import type { Fields, LetterBody } from './body.ts'
import type { Material } from './draw-body.tsx'

type Special = Fields['blockType']
type FieldsOf<Kind extends Special> = Extract<Fields, { blockType: Kind }>

const all = <Kind extends Special>({ root }: LetterBody, kind: Kind): FieldsOf<Kind>[] =>
  root.children.flatMap((node) =>
    node.type === 'block' && node.fields.blockType === kind ? [node.fields as FieldsOf<Kind>] : [],
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
    ids.length ? findPictures(payload, ids) : new Map(),
    ...rooms.map((room) => findMenus(payload, room)),
  ])
  const facts = placeholdersOf(venue)
  const menusOf = new Map(rooms.map((room, index) => [room, found[index] ?? []]))
  return {
    words: (text) => named(fillIn(text, facts)),
    picture: (id) =>
      pictures.get(id) ?? gone('A picture of this letter is gone. Choose another one.'),
    menus: ({ room, section }) => {
      const menus = menusOf.get(room) ?? []
      const chosen = section ? menus.filter(({ id }) => id === section) : menus
      return chosen.length ? chosen : gone('A menu of this letter is gone. Choose another one.')
    },
  }
}

const gone = (message: string): never => {
  throw new HttpError('bad_request', message)
}

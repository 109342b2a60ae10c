import type { Payload } from 'payload'
import { fillIn } from '../../../platform/http/texts/fill-in.ts'
import { findPictures } from '../../../platform/media/service.ts'
import { placeholdersOf } from '../../content/placeholders.ts'
import { findMenus, findVenue } from '../../venue/service.ts'
import { type ProgrammeDate, programme } from '../ports.ts'
import type { Fields, LetterBody } from './body.ts'
import type { Embedded, ProgrammeFields } from './render-body.tsx'

type Kind = Fields['blockType']
type FieldsOf<Each extends Kind> = Extract<Fields, { blockType: Each }>

const blocksOf = <Each extends Kind>({ root }: LetterBody, kind: Each): FieldsOf<Each>[] =>
  root.children.flatMap((node) =>
    node.type === 'block' && node.fields.blockType === kind ? [node.fields as FieldsOf<Each>] : [],
  )

/** The ids of the pictures in a letter. */
export const pictureIds = (body: LetterBody): number[] => [
  ...new Set(blocksOf(body, 'image').map(({ picture }) => picture)),
]

/**
 * The pictures, menus, dates and venue facts that a letter shows, as they are now.
 * @param fillName replaces the placeholder of the reader's name in a text
 * @param options.at when the letter was sent: what was on in the weeks from then on
 */
export async function findEmbedded(
  payload: Payload,
  body: LetterBody,
  fillName: (text: string) => string,
  { at = new Date() }: { at?: Date } = {},
): Promise<Embedded> {
  const ids = pictureIds(body)
  const rooms = [...new Set(blocksOf(body, 'menu').map(({ room }) => room))]
  const [venue, pictures, ...found] = await Promise.all([
    findVenue(payload),
    ids.length ? findPictures(payload, ids) : null,
    ...rooms.map((room) => findMenus(payload, room)),
  ])
  const facts = placeholdersOf(venue)
  const findProgramme = programme.find(payload)
  const programmes = new Map<ProgrammeFields, ProgrammeDate[]>()
  for (const fields of findProgramme ? blocksOf(body, 'programme') : []) {
    const query = { area: fields.area, interest: fields.interest, weeks: Number(fields.weeks), at }
    programmes.set(fields, (await findProgramme?.(payload, query)) ?? [])
  }
  const menusOf = new Map(rooms.map((room, index) => [room, found[index] ?? []]))
  return {
    text: (text) => fillName(fillIn(text, facts)),
    picture: (id) => pictures?.get(id) ?? null,
    menus: ({ room, section }) =>
      (menusOf.get(room) ?? []).filter(({ id }) => section === null || id === section),
    programme: (fields) => programmes.get(fields) ?? [],
  }
}

/** A message if a picture of the letter is missing, or if a menu is missing or empty; otherwise null. */
export function describeMissing(body: LetterBody, { picture, menus }: Embedded): string | null {
  if (pictureIds(body).some((id) => !picture(id))) {
    return 'A picture of this letter is gone. Choose another one.'
  }
  if (blocksOf(body, 'menu').some((fields) => !menus(fields).length)) {
    return 'A menu of this letter is gone, or has nothing on it. Choose another one.'
  }
  return null
}

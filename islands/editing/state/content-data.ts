import type {
  ContentData,
  ImageData,
  Positioning,
  TextData,
} from '../../../cms/editing/contract.ts'

export const plainPosition: Positioning = {
  alignment: 'left',
  containerPosition: 'default',
  marginTop: 0,
  marginBottom: 0,
  marginLeft: 0,
  marginRight: 0,
}

export const isText = (data: ContentData): data is TextData => 'text' in data
export const isImage = (data: ContentData): data is ImageData => 'media' in data

/** The words of a text, or those that stand for a picture. */
export const wordsOf = (data: ContentData): string => (isText(data) ? data.text : data.alt)

/** Whether two say the same, in whichever order their fields stand. */
export function sameData(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!one || !other || typeof one !== 'object' || typeof other !== 'object') return false
  const [mine, theirs] = [one, other].map((each) =>
    Object.entries(each).filter(([, value]) => value !== undefined && value !== null),
  )
  return (
    mine?.length === theirs?.length &&
    !!mine?.every(([name, value]) => sameData(value, (other as Record<string, unknown>)[name]))
  )
}

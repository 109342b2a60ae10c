import type {
  ContentData,
  ImageData,
  Positioning,
  TextData,
} from '../../../cms/editing/contract.ts'

export const defaultPosition: Positioning = {
  alignment: 'left',
  containerPosition: 'default',
  marginTop: 0,
  marginBottom: 0,
  marginLeft: 0,
  marginRight: 0,
}

export const isText = (data: ContentData): data is TextData => 'text' in data
export const isImage = (data: ContentData): data is ImageData => 'media' in data

/** The text, or a picture's alternative text. */
export const plainText = (data: ContentData): string => (isText(data) ? data.text : data.alt)

/** Deep equality that ignores the order of fields and fields that are undefined or null. */
export function isSameContent(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!one || !other || typeof one !== 'object' || typeof other !== 'object') return false
  const [left, right] = [one, other].map((each) =>
    Object.entries(each).filter(([, value]) => value !== undefined && value !== null),
  )
  return (
    left?.length === right?.length &&
    !!left?.every(([name, value]) => isSameContent(value, (other as Record<string, unknown>)[name]))
  )
}

import { z } from 'zod'
import { plainLine, plainText, rowId } from '../../platform/http/texts/fields.ts'
import { marginSteps, maxTextLength } from './rules.ts'

const step = z.union(marginSteps.map((each) => z.literal(each)))

/** How an element is placed on the page; margins in the steps of spec section 9. */
export const positioning = z.strictObject({
  alignment: z.enum(['left', 'center', 'right']),
  containerPosition: z.enum(['default', 'page-left', 'page-center', 'page-right']),
  marginTop: step,
  marginBottom: step,
  marginLeft: step,
  marginRight: step,
})
export type Positioning = z.infer<typeof positioning>

const name = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\w.-]+$/)

/** The key of one content record; `page` is `global` for texts that are on every page. */
export const contentKey = z.object({ page: name, section: name, content_key: name })
export type ContentKey = z.infer<typeof contentKey>

/** A key as one text, for staff, the audit trail and locks: `cafe/hero.title`. */
export const keyPath = ({ page, section, content_key }: ContentKey): string =>
  `${page}/${section}.${content_key}`

export const textData = z.strictObject({
  text: plainText.max(maxTextLength),
  positioning: positioning.optional(),
})
export const imageData = z.strictObject({
  media: rowId,
  alt: plainLine.trim().min(1).max(300),
  focal: z.strictObject({ x: z.number().min(0).max(100), y: z.number().min(0).max(100) }),
  positioning: positioning.optional(),
})
export type TextData = z.infer<typeof textData>
export type ImageData = z.infer<typeof imageData>
export type ContentData = TextData | ImageData
export type ContentType = 'text' | 'image'
export type TypedKey = ContentKey & { content_type: ContentType }
export type Content = { content_type: ContentType; content_data: ContentData }

export const isText = (data: ContentData): data is TextData => 'text' in data

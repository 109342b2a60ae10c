import { z } from 'zod'
import { cleanLine, cleanText } from './clean-text.ts'

/** Id of a row in the database. */
export const rowId = z.int32().positive()

/** A text of several lines, cleaned before its length is checked. */
export const plainText = z.string().overwrite(cleanText)

/** A text of one line, cleaned before its length is checked. */
export const plainLine = z.string().overwrite(cleanLine)

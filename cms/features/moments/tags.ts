import { mediaTag } from '../../platform/media/tags.ts'

/** Cache tag of the files of public moments. */
export const momentsTag = 'moments'
/** Cache tag of the pages that show moments which staff chose. Each of these pages has this tag already. */
export const momentPagesTag = mediaTag
/** What changes with a moment that everybody can see. */
export const publicMomentTags = [momentsTag, momentPagesTag]

import { fillIn } from '../../cms/content/fill-in.ts'
import type { ContentData } from '../../cms/editing/contract.ts'
import { isText } from './content-data.ts'
import { findPicture } from './media.ts'
import { keyElements } from './page-keys.ts'
import { showPicture } from './page-picture.ts'
import { showPosition, showText } from './page-text.ts'
import { $reply } from './state.ts'

/** Shows what a key says wherever it stands on the page, at once and without the server. */
export function showData(id: string, data: ContentData): void {
  const elements = keyElements(id)
  if (!isText(data)) {
    for (const element of elements) showPicture(element, data, null)
    void findPicture(data.media).then((picture) => {
      for (const element of keyElements(id)) showPicture(element, data, picture)
    })
    return
  }
  const text = fillIn(data.text, $reply.get()?.placeholders ?? {})
  for (const element of elements) {
    showText(element, text)
    showPosition(element, data.positioning)
  }
}

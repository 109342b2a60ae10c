import type { ContentData } from '../../../cms/editing/contract.ts'
import { fillIn } from '../../../cms/http/fill-in.ts'
import { findPicture } from '../pictures/media.ts'
import { isText } from '../state/content-data.ts'
import { $pageStatus } from '../state/editing-state.ts'
import { keyElements } from './page-keys.ts'
import { showPicture } from './show-picture.ts'
import { showPosition, showText } from './show-text.ts'

/** Shows a key's content in all its elements on the page. */
export function showContent(id: string, data: ContentData): void {
  const elements = keyElements(id)
  if (!isText(data)) {
    for (const element of elements) showPicture(element, data, null)
    void findPicture(data.media).then((picture) => {
      for (const element of keyElements(id)) showPicture(element, data, picture)
    })
    return
  }
  const text = fillIn(data.text, $pageStatus.get()?.placeholders ?? {})
  for (const element of elements) {
    showText(element, text)
    showPosition(element, data.positioning)
  }
}

import type { ContentData } from '../../../cms/features/content/editing/contract.ts'
import { isText } from '../../../cms/features/content/editing/ui/content-data.ts'
import { findPicture } from '../../../cms/features/content/editing/ui/media.ts'
import { fillIn } from '../../../cms/platform/http/texts/fill-in.ts'
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

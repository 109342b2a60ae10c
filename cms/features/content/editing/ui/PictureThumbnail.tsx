import { useEffect, useState } from 'react'
import { avifPath, type Picture } from '../../../../platform/media/picture.ts'
import type { ContentData } from '../contract.ts'
import { isImage } from './content-data.ts'
import { findPicture } from './media.ts'

export function PictureThumbnail({ data, caption }: { data: ContentData; caption: string }) {
  const media = isImage(data) ? data.media : null
  const picture = usePicture(media)
  const address = picture && avifPath(picture, 480)
  const focal = isImage(data) ? data.focal : { x: 50, y: 50 }
  return (
    <figure className="ed-print">
      {address && (
        <img
          src={address}
          alt={isImage(data) ? data.alt : ''}
          style={{ objectPosition: `${focal.x}% ${focal.y}%` }}
        />
      )}
      <figcaption>{caption}</figcaption>
    </figure>
  )
}

/** A picture by its id; null until it is loaded. */
export function usePicture(id: number | null): Picture | null {
  const [picture, setPicture] = useState<Picture | null>(null)
  useEffect(() => {
    let isCurrent = true
    if (id === null) setPicture(null)
    else void findPicture(id).then((found) => isCurrent && setPicture(found))
    return () => {
      isCurrent = false
    }
  }, [id])
  return picture
}

import { createHash } from 'node:crypto'
import { fallback } from '../../texts.ts'
import type { Venue } from '../../venue/contract.ts'
import { pagesWithShareImage, type SharePage } from '../../venue/look/share-image.ts'

/** What the share image of a page shows. */
export type ShareImage = Pick<Venue, 'brandText' | 'tagline'> & { page: SharePage; title: string }

/**
 * The URL of a page's share image. The demo venue's images are files, until its name or the title changes; others are
 * drawn when they are requested. Their paths contain a version, so that other sites load a changed image again.
 */
export function sharePathOf(image: ShareImage, isDemo: boolean): string {
  const { page, title, brandText, tagline } = image
  const { brand } = fallback.global
  const isFile = title === fallback[page].hero.title && tagline === brand.tagline
  if (isDemo && isFile && brandText === brand.text) return `/share/${page}.png`
  const shown = JSON.stringify([title, brandText, tagline])
  return `/share/venue/${page}-${createHash('sha256').update(shown).digest('hex').slice(0, 8)}`
}

/** The page in the last part of such a path; null if the part is not valid. */
export function pageOfSharePath(name: string): SharePage | null {
  const page = /^([a-z-]{1,40})-[0-9a-f]{8}$/.exec(name)?.[1]
  return pagesWithShareImage.find((each) => each === page) ?? null
}

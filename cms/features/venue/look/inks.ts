import { brandColors } from '../../../platform/mail/templates/styles.ts'
import type { Room } from '../rules.ts'

/** The colours of a page: background (`paper`), text (`ink`) and two accents. `dark`: light text on dark. */
export type Inks = { paper: string; ink: string; spotA: string; spotB: string; dark: boolean }

/** A page that has colours of its own. */
export type ColorPage = 'home' | 'secretkitchens' | Room

const inksOfPages = {
  home: {
    paper: brandColors.paper,
    ink: brandColors.ink,
    spotA: brandColors.accent,
    spotB: '#2d5d8a',
    dark: false,
  },
  cafe: { paper: '#f6edd9', ink: '#2a1c14', spotA: '#f2b84b', spotB: '#c4552d', dark: false },
  cocktails: { paper: '#1b1517', ink: '#f2e6d8', spotA: '#8e1f3c', spotB: '#7fc9a8', dark: true },
  beer: { paper: '#f4e7c8', ink: '#1f2430', spotA: '#e8a11c', spotB: '#28344f', dark: false },
  kitchens: { paper: '#f5ecdb', ink: '#23201a', spotA: '#d8412f', spotB: '#7f9a6a', dark: false },
  hall: { paper: '#16182b', ink: '#f6e9df', spotA: '#2f4bff', spotB: '#ff7fa3', dark: true },
  community: { paper: '#efeae0', ink: '#1c2a22', spotA: '#2f6b4f', spotB: '#b9a3dc', dark: false },
  'common-room': {
    paper: '#121110',
    ink: '#efe3c8',
    spotA: '#b88a3a',
    spotB: '#3b342a',
    dark: true,
  },
  // Night, a match’s wood, its fire, and the sky after dusk.
  secretkitchens: {
    paper: '#0b0a0d',
    ink: '#f3e3c7',
    spotA: '#f2742b',
    spotB: '#26263a',
    dark: true,
  },
} satisfies Record<ColorPage, Inks>

/** The colour of the sky in the home page's first picture. It is the background of text over the sky. */
export const nightSkyColor = '#1b2f4b'

/** Pages without colours of their own use the colours of another page. */
const borrowedFrom: Record<string, ColorPage> = {
  privacy: 'community',
  'common-good': 'community',
  'good-message': 'community',
  subscribe: 'home',
  unsubscribe: 'community',
  branding: 'home',
  'date-time': 'beer',
  'common-room-main': 'common-room',
  member: 'common-room',
  profile: 'common-room',
  ledger: 'common-room',
  moments: 'common-room',
  dashboard: 'common-room',
  'own-year': 'common-room',
  'manage-event': 'hall',
  door: 'hall',
  'not-found': 'hall',
  error: 'kitchens',
}

/**
 * The page from which a page takes its colours: itself, another page, or `home` for unknown pages.
 * @param page key or first path segment
 */
export const colorPageOf = (page: string): ColorPage =>
  borrowedFrom[page] ?? (Object.hasOwn(inksOfPages, page) ? (page as ColorPage) : 'home')

export const inksOf = (page: string): Inks => inksOfPages[colorPageOf(page)]

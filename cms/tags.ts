/**
 * Tags name what a page was made from. A change announces its tags in every process, and whatever
 * was made from one of them is dropped.
 */
export const tags = {
  venue: 'venue',
  menus: 'menus',
  taps: 'taps',
  content: (page: string) => `content:${page}`,
  /** Texts that stand on every page. */
  globalContent: 'content:global',
  /** Pictures that editors chose for a page. */
  pictures: 'pictures',
  media: 'media',
  commonGood: 'common-good',
  /** Letters that anybody may read. */
  letters: 'letters',
  /** Who may sign in to the Common Room. */
  membership: 'membership',
  /** Mails wait to be sent. */
  mail: 'mail',
  /** A list of subscribers came in, or is to be carried out. */
  imports: 'imports',
} as const

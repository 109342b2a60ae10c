/** Cache tags of the texts, questions and pictures of pages. */
export const contentTags = {
  page: (page: string) => `content:${page}`,
  /** Texts that are on every page. */
  everyPage: 'content:global',
  /** Pictures that editors chose for any page. */
  pictures: 'pictures',
} as const

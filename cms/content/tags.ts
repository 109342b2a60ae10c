/** Cache tags of texts, questions and pictures that editors put on pages. */
export const contentTags = {
  page: (page: string) => `content:${page}`,
  /** Texts shown on every page. */
  everyPage: 'content:global',
  /** Pictures that editors chose for any page. */
  pictures: 'pictures',
} as const

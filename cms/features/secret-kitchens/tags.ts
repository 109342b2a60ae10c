/** Cache tags of the pages of drops. */
export const dropTags = {
  /** The list, and the page of the kitchens. */
  list: 'drops',
  drop: (id: number): string => `secret-drop:${id}`,
}

/** A key or code as words: `gluten_free` is `Gluten free`. */
export const asWords = (key: string): string => {
  const words = key.replaceAll(/[_.-]+/g, ' ').trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

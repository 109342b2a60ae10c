const plain = new Set(['a', 'div', 'figure', 'p', 'span', 'strong', 'em', 'b', 'small'])

/**
 * Whether an element may be a button itself. A heading, list item or term must stay one: it holds a
 * button instead. Source: ARIA in HTML.
 */
export const isPlainElement = (localName: string): boolean => plain.has(localName)

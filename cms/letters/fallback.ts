const letter = {
  meta: {
    title: 'A letter – {product}, {town}',
    description: 'A letter of {product}, {town}, as everybody who asked for it got it by mail.',
  },
  head: {
    eyebrow: 'The letter of',
  },
} as const

export const fallback = { letter }

const letter = {
  meta: {
    title: 'A letter – {product}, {town}',
    description: 'A letter of {product}, {town}, as everybody who asked for it got it by mail.',
  },
  head: {
    eyebrow: 'The letter of',
    all: 'All letters',
  },
} as const

const letters = {
  meta: {
    title: 'Letters – {product}, {town}',
    description:
      'The letters of {product}, {town}, as they went out by mail: what’s on, what’s cooking and what happened. Read them here, no address needed.',
  },
  hero: {
    title: 'Old\npost',
    lead: 'What we’ve written, newest on top. Go on, read other people’s letters.',
    aside_1: 'No address needed',
    aside_2: 'The next one: leave yours below',
  },
  archive: {
    title: 'The pile so far',
    page: 'Page {n} of {count}',
    newer: 'Newer letters',
    older: 'Older letters',
    empty_title: 'Nothing in it yet',
    empty_body:
      'The first letter is still being written. Leave your address below and it comes to you by mail.',
  },
} as const

export const fallback = { letter, letters }

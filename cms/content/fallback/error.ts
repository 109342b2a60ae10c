export const error = {
  meta: {
    title: 'Something broke – {product}, {town}',
    description:
      'This page didn’t load because of a fault at our end. Try again in a minute, go back to the front page, or ring us and a person will answer.',
  },
  hero: {
    eyebrow: 'Our fault',
    title: 'Unexpected Application Error!',
    lead: 'Something broke at our end. You didn’t do anything wrong.',
    aside_1: 'Try again in a minute',
    aside_2: 'Or ring {phone}',
  },
  error: {
    heading: 'Unexpected Application Error!',
    body: 'The page couldn’t be shown. If you were sending us something, it may not have arrived, so please check before you send it twice.',
    status_label: 'Status',
    reference_label: 'Reference',
    retry: 'Try again',
    home: 'Go to the front page',
  },
  help: {
    title: 'If it keeps happening',
    body: 'Ring {phone} or write to {email} with the page you were on and the time. The building itself is fine.',
  },
} as const

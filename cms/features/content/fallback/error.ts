export const error = {
  meta: {
    title: 'Something broke – {product}, {town}',
  },
  hero: {
    lead: 'Something broke at our end. You didn’t do anything wrong.',
  },
  error: {
    heading: 'Unexpected Application Error!',
    body: 'The page couldn’t be shown. If you were sending us something, it may not have arrived, so please check before you send it twice.',
    retry: 'Try again',
    home: 'Go to the front page',
  },
  help: {
    title: 'If it keeps happening',
    body: 'Ring {phone} or write to {email} with the page you were on and the time. The building itself is fine.',
  },
} as const

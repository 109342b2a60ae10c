export const notFound = {
  meta: {
    title: 'Page not found – Common People, Sheffield',
    description:
      'There’s no page at this address. It may have moved, or the link has a letter wrong. Here are the rooms we do have, and how to reach a person.',
  },
  hero: {
    eyebrow: '404, page not found',
    title: 'Not this\ndoor',
    lead: 'There’s no page at this address. It may have moved, or the link has a letter wrong.',
    aside_1: 'Everything else',
    aside_2: 'is where it was',
  },
  routes: {
    title: 'You might have wanted',
    home_label: 'The front door',
    home_text: 'What this place is, and how to get here.',
    cafe_label: 'Breakfast',
    cafe_text: 'From seven, food until three.',
    beer_label: 'What’s on tap',
    beer_text: 'Twelve of them.',
    kitchens_label: 'Dinner',
    kitchens_text: 'Three hatches, and the hours.',
    hall_label: 'Hiring the hall',
    hall_text: 'Prices and how to book.',
    common_room_label: 'The Common Room',
    common_room_text: 'Members, sign in here.',
  },
  help: {
    title: 'Still lost',
    body: 'Ring 0114 496 0184 or write to hello@commonpeople.example and tell us what you were after. If a link on our own site brought you here, we’d like to know.',
  },
} as const

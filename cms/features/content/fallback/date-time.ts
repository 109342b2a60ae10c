export const dateTime = {
  meta: {
    title: 'Date and time – {product}, {town}',
    description:
      'The date and time at {product} in {town}, which rooms are open at this moment, when they shut, and when the ones that are shut open again.',
  },
  hero: {
    eyebrow: '{town} time',
    title: 'What time\nis it?',
  },
  clock: {
    next_label: 'Next to open',
  },
  rooms: {
    title: 'Room by room',
    body: 'Bars take last orders twenty minutes before the time shown. Nobody’s chair is taken until they’ve finished.',
  },
  slots: {
    title: 'Parts of the day',
    body: 'When we ask which part of the day suits you, this is what we mean.',
    morning_label: 'Morning',
    morning_value: '8am–12pm',
    afternoon_label: 'Afternoon',
    afternoon_value: '12pm–5pm',
    evening_label: 'Evening',
    evening_value: '5pm–9pm',
    late_night_label: 'Late Night',
    late_night_value: '9pm+',
  },
} as const

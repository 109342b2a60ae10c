export const offline = {
  meta: {
    title: 'Offline – {product}, {town}',
    description:
      'You’re offline, so this page can’t be fetched. Our address, phone number and usual hours are here, and the page will come back when your signal does.',
  },
  hero: {
    title: 'No\nsignal',
    lead: 'Your device can’t reach us just now. It happens under the railway bridge.',
    aside_1: 'The door still works',
    aside_2: '{address}',
  },
  offline: {
    title: 'What you can still know',
    body: 'This part is kept on your device.',
    fact_1_label: 'Where',
    fact_1_value: '{address}',
    fact_2_label: 'Hours',
    fact_2_value: 'Room by room, at the foot of this page',
    fact_3_label: 'Phone',
    fact_3_value: '{phone}',
    fact_4_label: 'Tram',
    fact_4_value: 'Shalesmoor, six minutes’ walk, downhill',
    retry: 'Try again',
  },
} as const

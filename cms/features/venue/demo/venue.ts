type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'
type Area = 'Beer Hall' | 'Cafe' | 'Cocktail Bar' | 'Common Room' | 'Kitchens' | 'Event Spaces'

/** Local wall-clock times. If `closes` is not after `opens`, it is a time on the next day. */
type Interval = { opens: string; closes: string }

/** `area: null` is the whole venue. Unless `closed`, `intervals` replace the usual hours of the day. */
type HoursException = {
  date: string
  area: Area | null
  closed: boolean
  intervals: Interval[]
  note: string
}

type Venue = {
  product_name: string
  brand_text: string
  tagline: string
  contact: {
    address_lines: string[]
    locality: string
    postcode: string
    country: string
    latitude: number
    longitude: number
    phone: string
    email: string
    map_url: string
  }
  social: { label: string; url: string }[]
  time_zone: string
  currency: string
  copyright: string
  topics: { name: string }[]
  opening_hours: { area: Area; days: Record<Weekday, Interval[]> }[]
  exceptions: HoursException[]
}

const hours = (opens: string, closes: string): Interval[] => [{ opens, closes }]

export const venue: Venue = {
  product_name: 'Common People',
  brand_text: 'Common People',
  tagline: 'A people’s social club',
  contact: {
    address_lines: ['The Old Tram Shed', '14 Canteen Yard'],
    locality: 'Sheffield',
    postcode: 'S3 8XX',
    country: 'GB',
    latitude: 53.3896,
    longitude: -1.4748,
    phone: '0114 496 0184',
    email: 'hello@commonpeople.example',
    map_url: 'https://www.openstreetmap.org/?mlat=53.3896&mlon=-1.4748',
  },
  social: [
    { label: 'Photographs', url: 'https://photographs.example/commonpeople' },
    { label: 'Short posts', url: 'https://posts.example/@commonpeople' },
    { label: 'Gig listings', url: 'https://listings.example/sheffield/common-people' },
  ],
  time_zone: 'Europe/London',
  currency: 'GBP',
  copyright: '© 2026 Common People (Sheffield) Limited, a community benefit society',
  topics: [{ name: 'New barrels' }, { name: 'Quiz night' }],
  opening_hours: [
    {
      area: 'Cafe',
      days: {
        mon: hours('07:00', '18:00'),
        tue: hours('07:00', '18:00'),
        wed: hours('07:00', '18:00'),
        thu: hours('07:00', '18:00'),
        fri: hours('07:00', '18:00'),
        sat: hours('07:00', '18:00'),
        sun: hours('07:00', '18:00'),
      },
    },
    {
      area: 'Beer Hall',
      days: {
        mon: hours('12:00', '23:00'),
        tue: hours('12:00', '23:00'),
        wed: hours('12:00', '23:00'),
        thu: hours('12:00', '23:00'),
        fri: hours('12:00', '01:00'),
        sat: hours('12:00', '01:00'),
        sun: hours('12:00', '23:00'),
      },
    },
    {
      area: 'Cocktail Bar',
      days: {
        mon: [],
        tue: [],
        wed: hours('17:00', '23:00'),
        thu: hours('17:00', '00:00'),
        fri: hours('17:00', '01:00'),
        sat: hours('15:00', '01:00'),
        sun: hours('16:00', '22:30'),
      },
    },
    {
      area: 'Kitchens',
      days: {
        mon: hours('17:00', '21:00'),
        tue: [
          { opens: '12:00', closes: '14:30' },
          { opens: '17:00', closes: '21:00' },
        ],
        wed: [
          { opens: '12:00', closes: '14:30' },
          { opens: '17:00', closes: '21:00' },
        ],
        thu: [
          { opens: '12:00', closes: '14:30' },
          { opens: '17:00', closes: '21:00' },
        ],
        fri: hours('12:00', '22:00'),
        sat: hours('12:00', '22:00'),
        sun: hours('12:00', '17:00'),
      },
    },
    {
      area: 'Common Room',
      days: {
        mon: hours('08:00', '23:00'),
        tue: hours('08:00', '23:00'),
        wed: hours('08:00', '23:00'),
        thu: hours('08:00', '23:00'),
        fri: hours('08:00', '01:00'),
        sat: hours('08:00', '01:00'),
        sun: hours('08:00', '23:00'),
      },
    },
    {
      area: 'Event Spaces',
      days: {
        mon: hours('09:00', '23:00'),
        tue: hours('09:00', '23:00'),
        wed: hours('09:00', '23:00'),
        thu: hours('09:00', '23:00'),
        fri: hours('09:00', '01:00'),
        sat: hours('09:00', '01:00'),
        sun: hours('10:00', '23:00'),
      },
    },
  ],
  exceptions: [
    {
      date: '2026-12-14',
      area: 'Kitchens',
      closed: true,
      intervals: [],
      note: 'Staff Christmas dinner. They’re eating somebody else’s cooking for once.',
    },
    {
      date: '2026-12-24',
      area: 'Cafe',
      closed: false,
      intervals: hours('07:00', '15:00'),
      note: 'Christmas Eve.',
    },
    {
      date: '2026-12-24',
      area: 'Beer Hall',
      closed: false,
      intervals: hours('12:00', '20:00'),
      note: 'Christmas Eve. Carols with the choir at five.',
    },
    {
      date: '2026-12-24',
      area: 'Cocktail Bar',
      closed: false,
      intervals: hours('14:00', '20:00'),
      note: 'Christmas Eve. Sherry for anyone still wrapping.',
    },
    {
      date: '2026-12-24',
      area: 'Kitchens',
      closed: false,
      intervals: hours('12:00', '15:00'),
      note: 'Christmas Eve. Pies to take home until they’ve gone.',
    },
    {
      date: '2026-12-24',
      area: 'Common Room',
      closed: false,
      intervals: hours('08:00', '20:00'),
      note: 'Christmas Eve. The fire’s lit.',
    },
    {
      date: '2026-12-24',
      area: 'Event Spaces',
      closed: true,
      intervals: [],
      note: 'Christmas Eve. The hall is being laid for tomorrow’s dinner.',
    },
    {
      date: '2026-12-25',
      area: null,
      closed: true,
      intervals: [],
      note: 'Christmas Day. Dinner in the hall is for anyone who’d otherwise be on their own: ring by the 20th.',
    },
    {
      date: '2026-12-26',
      area: 'Cafe',
      closed: false,
      intervals: hours('10:00', '16:00'),
      note: 'Boxing Day. Bubble and squeak while it lasts.',
    },
    {
      date: '2026-12-26',
      area: 'Beer Hall',
      closed: false,
      intervals: hours('12:00', '23:00'),
      note: 'Boxing Day.',
    },
    {
      date: '2026-12-26',
      area: 'Kitchens',
      closed: true,
      intervals: [],
      note: 'Boxing Day. The cooks are asleep.',
    },
    {
      date: '2026-12-31',
      area: 'Beer Hall',
      closed: false,
      intervals: hours('12:00', '02:00'),
      note: 'New Year’s Eve.',
    },
    {
      date: '2026-12-31',
      area: 'Cocktail Bar',
      closed: false,
      intervals: hours('17:00', '02:00'),
      note: 'New Year’s Eve.',
    },
    {
      date: '2026-12-31',
      area: 'Event Spaces',
      closed: false,
      intervals: hours('19:00', '02:00'),
      note: 'New Year’s Eve. Ceilidh at eight.',
    },
    {
      date: '2027-01-01',
      area: 'Cafe',
      closed: false,
      intervals: hours('10:00', '16:00'),
      note: 'New Year’s Day. A late start, for everybody’s sake.',
    },
    {
      date: '2027-01-01',
      area: 'Beer Hall',
      closed: false,
      intervals: hours('12:00', '22:00'),
      note: 'New Year’s Day.',
    },
    {
      date: '2027-01-01',
      area: 'Cocktail Bar',
      closed: true,
      intervals: [],
      note: 'New Year’s Day.',
    },
    {
      date: '2027-01-01',
      area: 'Kitchens',
      closed: false,
      intervals: hours('12:00', '18:00'),
      note: 'New Year’s Day. Pies and peas only.',
    },
    {
      date: '2027-01-05',
      area: 'Kitchens',
      closed: true,
      intervals: [],
      note: 'Deep clean.',
    },
    {
      date: '2027-01-12',
      area: 'Event Spaces',
      closed: true,
      intervals: [],
      note: 'The hall floor is being oiled. Choir is in the Paint Shop.',
    },
  ],
}

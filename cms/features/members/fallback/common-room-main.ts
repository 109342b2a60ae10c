export const commonRoomMain = {
  meta: {
    title: 'Inside the Common Room – {product}',
    description: 'The members’ room at {product}: what’s on today, and a note from the house.',
  },
  hero: {
    title: 'Make yourself\nat home',
    lead: 'You’re in. The kettle is on your left, the fire straight ahead, and the chair nobody sits in is fine, it only looks like that.',
  },
  note: {
    title: 'From the house',
    body: 'The snooker table has been levelled and leans the other way now.\n\nWhoever took the end of the Agatha Christie home: we’d all like to know who did it.',
    signed: 'Pinned up by whoever was nearest the drawing pins',
  },
  today: {
    title: 'Today',
    open_title: 'Open or shut',
    taps_one: 'beer on the taps',
    taps_many: 'beers on the taps',
    taps_link: 'Which ones',
  },
  steps: {
    title: 'First time in?',
    body: 'Small things, and none of them compulsory.',
    passkey_title: 'Come in by thumb',
    passkey_body:
      'Keep a passkey on this device and the door opens by face, finger or PIN. No code, no waiting for mail.',
    passkey_button: 'Make a passkey',
    interests_title: 'Tell us what you like',
    interests_body:
      'Rooms, hours, beers, what to write to you about. It changes what your home shows.',
    interests_button: 'Choose',
    skip: 'Skip',
  },
  ways: {
    home_title: 'My Home',
    home_body: 'Your card, your rooms and how things stand.',
    desk_title: 'A desk',
    desk_body: 'A table, a lamp and a socket in here, for a morning, an afternoon or an evening.',
    profile_title: 'Profile',
    profile_body: 'Your details, passkeys and devices, and everything we keep about you.',
    lunch_title: 'Lunch',
    lunch_body: 'One of you goes, everybody eats, each pays their own.',
  },
} as const

export const privacy = {
  meta: {
    title: 'Privacy – {product}, {town}',
    description:
      'What {product} keeps about you, why, for how long, and how to see it or have it deleted. No advertising, no outside trackers. Written to be read.',
  },
  hero: {
    eyebrow: 'Privacy policy',
    title: 'Your own\nbusiness',
    lead: 'What we keep about you, why, how long for, and how to make us stop. It takes about five minutes to read.',
    aside_1: 'Last changed',
    aside_2: 'November 2026',
  },
  short_version: {
    title: 'The short version',
    item_1: 'You can read every public page without telling us who you are.',
    item_2:
      'We only set cookies that signing in needs. There’s no advertising and there are no outside trackers.',
    item_3: 'We write to you only if you asked us to. Every newsletter has a link to stop it.',
    item_4: 'Face ID and fingerprints stay on your device. We never receive them.',
    item_5: 'We count visits ourselves, on our own server, and share the figures with nobody.',
    item_6: 'Ask, and we’ll show you what we hold, correct it or delete it.',
  },
  who_we_are: {
    title: 'Who we are',
    body: '{product} is a community benefit society owned by its shareholders in {town}. For the purposes of the UK GDPR we’re the controller: we decide what is kept and we answer for it.\n\n{product}, {address}\n{email}\n{phone}',
  },
  newsletter: {
    title: 'Newsletter',
    body: 'When you join, we keep your name, your email address, and the date and wording of the consent you gave. If you choose to, you can add a phone number, the day and month of your birthday (never the year) and the things you’re interested in. We use those to decide what to send you and what to leave out.\n\nWe first send an email to check that the address is yours. Our legal basis is your consent. You can withdraw it at any time from the link in any newsletter or by writing to us, and nothing else you do here will be affected.',
  },
  membership: {
    title: 'Membership and passkeys',
    body: 'To open the Common Room you use a passkey or a six-digit code sent by email.\n\nA passkey is a pair of keys. The private one stays on your device or with your password manager. We keep the public one, a random handle that stands for you, a counter, the sort of device it was made on, and when it was last used. Your device checks your face, finger or PIN and tells us only yes or no.\n\nCodes are stored scrambled, work once and expire after a few minutes. When a device is linked to your email address we keep that link so that the door knows you next time. Our legal basis is the agreement you make with us by becoming a member.',
  },
  bookings: {
    title: 'Bookings and letters',
    body: 'If you book a table or the hall, or write to us, we keep your message, your contact details and what we agreed. If you tell us about an allergy or what you need to get into the building, we use it for that visit and nothing else. The legal basis is our agreement with you and, for health details, your explicit consent.',
  },
  cookies: {
    title: 'Cookies and browser storage',
    body: 'If you never sign in, we set no cookies. Once you do, we set two sorts. Both are strictly necessary, scripts on the page can’t read them, and they are never used to follow you anywhere else.',
    item_1_label: 'Signed-in cookie',
    item_1_text:
      'Keeps you signed in, and is replaced each time it’s used. It goes when you sign out.',
    item_2_label: 'Trusted-device cookie',
    item_2_text:
      'Remembers that this device has opened the door. It lasts 180 days, then you’re asked to link it again.',
    item_3_label: 'Local storage',
    item_3_text:
      'Your passkey handle, when this device was last trusted, and your signed-in session. Kept by your browser until you sign out or clear it.',
    item_4_label: 'Session storage',
    item_4_text:
      'Whether you’ve seen the opening animation, any message waiting for you, and a random number for this visit. Gone when you close the tab.',
    item_5_label: 'Browser database',
    item_5_text:
      'The link behind a message that has reached this device and that you haven’t opened yet.',
    item_6_label: 'Saved copies',
    item_6_text: 'A few pages and pictures, so that something opens when you have no signal.',
    note: 'Your browser lets you clear all of this whenever you like. The public pages will carry on working.',
  },
  analytics: {
    title: 'How we count visits',
    body: 'We run our own counting, on our own server. For each visit we record the pages opened, how long each was open, how far down you scrolled, what you pressed, the page you came from, and the type of device, browser and operating system. Each visit has a random number. If you’re signed in, your member number is recorded with it.\n\nWe don’t build profiles for sale, we don’t record what you type, and no outside company receives any of it. We use it to see which pages are confusing and how many people are interested in what. The legal basis is our legitimate interest in running a website that works. You can object: write to us and we’ll delete what’s recorded against your membership.',
  },
  messages: {
    title: 'Notifications',
    body: 'If you allow notifications, your browser gives us an address for that device. Messages to it travel through the company that makes your browser, such as Apple, Google or Mozilla, and are encrypted on the way so that the company can’t read them. Turn notifications off in your browser and the address stops working.\n\nA message may show a button on the page with a link behind it. It disappears when you press it, when you move on or after ten minutes.',
  },
  sharing: {
    title: 'Who else sees it',
    body: 'We don’t sell personal data and we don’t pass it on for anybody else’s marketing. A few companies handle it for us under contract: the one that runs our server, the one that delivers our email, and the browser makers’ notification services described above. If one of them works outside the UK, we rely on the UK’s adequacy decisions or its standard contract clauses. We’d give information to the police or a court only where the law says we must.',
  },
  retention: {
    title: 'How long we keep it',
    body: 'As short a time as does the job.',
    column_label: 'What',
    column_value: 'How long',
    fact_1_label: 'Newsletter details',
    fact_1_value: 'Until you unsubscribe. After that, only your address on a do-not-send list.',
    fact_2_label: 'Membership, passkeys and linked devices',
    fact_2_value: 'Until you leave or ask us to delete them',
    fact_3_label: 'Sign-in codes',
    fact_3_value: 'Minutes. The record that one was sent goes within 30 days.',
    fact_4_label: 'Visit records',
    fact_4_value: '14 months, then only totals',
    fact_5_label: 'Server logs, with IP addresses',
    fact_5_value: '30 days, to keep the site safe',
    fact_6_label: 'Bookings',
    fact_6_value: 'Two years. Invoices six years, because tax law says so.',
  },
  rights: {
    title: 'Your rights',
    body: 'Under the UK GDPR and the Data Protection Act 2018 you can ask us to do any of these. It’s free and we answer within a month, usually sooner.',
    item_1: 'Show you what we hold and give you a copy.',
    item_2: 'Correct anything that’s wrong.',
    item_3: 'Delete it.',
    item_4: 'Stop using it, or use it for fewer things.',
    item_5: 'Give you what you gave us in a file you can take elsewhere.',
    item_6: 'Stop relying on your consent, from the day you withdraw it.',
    note: 'No decision about you here is made by a machine alone.',
  },
  children: {
    title: 'Children',
    body: 'The newsletter and membership are for people of 16 and over. If a younger child has signed up, tell us and we’ll delete it.',
  },
  changes: {
    title: 'Changes',
    body: 'If we change something that matters we’ll say so at the top of this page, and by email to the people it affects, before it takes effect.',
  },
  contact: {
    title: 'Questions and complaints',
    body: 'Write to {email}, ring {phone} or ask for Aoife at the bar. If you’re not happy with the answer you can complain to the Information Commissioner’s Office at ico.org.uk or on 0303 123 1113. You don’t have to come to us first, but we’d like the chance to put it right.',
  },
} as const

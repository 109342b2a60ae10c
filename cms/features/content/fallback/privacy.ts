export const privacy = {
  meta: {
    title: 'Privacy – {product}, {town}',
    description:
      'What {product} keeps about you, why, for how long, and how to see it or have it deleted. No advertising and nobody else’s trackers. Written to be read.',
  },
  hero: {
    eyebrow: 'Privacy policy',
    title: 'Your own\nbusiness',
    lead: 'What we keep about you, why, how long for, and how to make us stop. It’s not much, so it takes about five minutes to read.',
    aside_1: 'Last changed',
    aside_2: 'November 2026',
  },
  short_version: {
    title: 'The short version',
    item_1: 'You can read every public page without telling us who you are.',
    item_2:
      'No advertising and nobody else’s trackers. We count visits ourselves, without names, and you can say no.',
    item_3:
      'No cookies, unless you sign in, turn nudges on, install the site as an app, ask not to be counted or work here.',
    item_4: 'If you write, ring or book, we keep what it takes to answer you.',
    item_5: 'If you ask for our letter, we keep what you tell us for it, and stop when you say so.',
    item_6: 'Ask, and we’ll show you what we hold, correct it or delete it.',
  },
  who_we_are: {
    title: 'Who we are',
    body: '{product} is a community benefit society owned by its shareholders in {town}. For the purposes of the UK GDPR, and of the EU’s where it applies, we’re the controller: we decide what is kept and we answer for it.\n\n{product}, {address}\n{email}\n{phone}',
  },
  visiting: {
    title: 'When you read this site',
    body: 'To send you a page, our server has to be told your device’s internet address, as every server has. It uses it to answer you and to count, as it says below, and doesn’t write it down, but for one thing: if you send the form for our letter, a scrambled mark of it is kept for an hour or so, so that no machine sends it a thousand times.\n\nWhat it does write down, for each page it has to make, is the time, the page, whether it worked and how long it took. There’s no address in that, no name, no browser and nothing else that points to you. Alongside it the server keeps totals: so many requests, so many faults. We use both to find out what broke. The legal basis is our legitimate interest in running a website that works.\n\nPictures, typefaces and programs on these pages all come from our own server, so reading them tells nobody else you were here. A link to another site, such as the map, is a plain link: what happens there is up to them.',
  },
  counting: {
    title: 'What we count',
    body: 'We like to know how many people read these pages, which ones, and whether our letter brings anybody. So we count, with a program of our own on our own machine, and nobody else gets any of it.\n\nOf a visit we keep which pages were looked at, for how long, how far down and how quickly they came up; which links, buttons and forms were used; which site or letter led here; what kind of browser and machine it was, and from which country at most. Never what you type, and nothing of what’s private on a page. People who work here aren’t counted.\n\nNothing is put on your device for it. To tell one visit from another, our server makes a mark of your internet address, your browser’s name and a secret that is thrown away the next morning. The address isn’t kept, and once the secret is gone nobody can work out from the mark whose it was, or that the same person came on another day. The legal basis is our legitimate interest in knowing what of all this is any use.\n\nMembers can let us keep their visits as theirs, with what they pressed and where on the page. That’s off until they turn it on in their profile, where they see all of it, delete it, or turn it off again. The legal basis is their consent.\n\nIf your browser sends the signal named Global Privacy Control, its visits aren’t counted. Or tell us here.',
    counted: 'Visits with this browser are counted.',
    opt_out: 'Don’t count them',
    not_counted: 'Visits with this browser aren’t counted.',
    opt_in: 'Count them again',
    signal: 'Your browser sends Global Privacy Control, so its visits aren’t counted.',
    without_scripts: 'Your browser runs no programs of ours, so its visits aren’t counted.',
  },
  cookies: {
    title: 'Cookies and browser storage',
    body: 'All of it is there because the site needs it to work, and none of it follows you anywhere. The cookies come back to our server; the rest never leaves your browser.',
    item_1_label: 'Seen the opening',
    item_1_text:
      'Session storage, introPlayed. So that the opening plays once and not on every visit home. Gone when you close the tab.',
    item_2_label: 'Page has started',
    item_2_text:
      'Session storage, app_initialized. Says that the page’s own programs are running. Gone when you close the tab.',
    item_3_label: 'Saved copies',
    item_3_text:
      'Up to thirty pages you’ve opened, with their pictures and typefaces, and the page for when there’s no signal. Kept until newer ones take their place or you clear them.',
    item_4_label: 'Installed app',
    item_4_text:
      'A cookie, common-room-installed. Only if you put the site on your home screen: it keeps the app at the address it was installed from. A year, or until you open the site in an ordinary tab.',
    item_5_label: 'Staff sign-in',
    item_5_text:
      'A cookie, payload-token, and a few settings of the office pages. Only for people who work here and sign in. Twelve hours at most, or until they sign out.',
    item_6_label: 'Members, signed in',
    item_6_text:
      'A cookie, common-room-session, and in local storage your email address and a pass for the next quarter of an hour. Only once you sign in to the Common Room. Thirty days after you were last here, or until you sign out.',
    item_7_label: 'Members, your device',
    item_7_text:
      'A cookie, common-room-trust. It says that this device is yours and may open the room. 180 days.',
    item_8_label: 'Asking for a code',
    item_8_text:
      'A cookie, common-room-browser. A code works only in the browser that asked for it. A day.',
    item_9_label: 'Your passkey',
    item_9_text:
      'Local and session storage: which passkey is yours, when you made it and last used it, what you’ve said no to. Until you clear it. Your face and your fingers never leave your phone.',
    item_10_label: 'The letter’s form',
    item_10_text:
      'A cookie, common-room-sent-to. Only where your browser runs no programs: the address you sent the form with, so that the next page can name it. Two minutes.',
    item_11_label: 'Nudges',
    item_11_text:
      'A cookie, common-room-push. Only once you turn nudges on: it says which browser’s nudges are yours to change. Up to 400 days after you last turned them on or opened the site with them on.',
    item_12_label: 'A nudge on its way',
    item_12_text:
      'Session and local storage, and a database named nudge-storage: the nudge that’s shown, which ones you’ve seen so that none comes twice, and when we last asked. A nudge is gone after ten minutes at most, the rest when you clear it.',
    item_13_label: 'Not to be counted',
    item_13_text:
      'A cookie, analytics. Only if you tell us on this page not to count your visits: it has to be noted somewhere. A year, or until you change your mind.',
    note: 'Your browser lets you clear all of this whenever you like. The pages carry on working.',
  },
  writing: {
    title: 'Letters, calls and bookings',
    body: 'If you write to us, ring, or book a table or the hall, we keep your message, your name, how to reach you and what we agreed. We need it to do what you asked: without a way to reach you we can’t hold a date. The legal basis is our agreement with you, or our legitimate interest in answering people who write to us.\n\nIf you tell us about an allergy or what you need to get into the building, we use it for that visit and nothing else, and only with your explicit consent.',
  },
  newsletter: {
    title: 'Our letter',
    body: 'If you ask for our letter, we keep your name and email address, what you’d like to hear about, and your phone number and the day and month you were born if you give them. We use them to write to you about those things, and for nothing else. The legal basis is your consent. You don’t have to give any of it, and without the rest an address and a name will do.\n\nIf you sign up here, nothing comes until you’ve pressed the button behind the link we send to the address, so nobody can sign you up by this form. If you’ve told us elsewhere that you’d like the letter, on paper at the bar or on a list we kept before, we may bring your address along, with what you agreed to. If a list doesn’t say that you agreed, we ask you by mail, once, or leave you out. We write down what you agreed to, in which words and when, because the law wants us to be able to show it. So that nobody can have us flood a mailbox, we count for a day how often a letter was asked for.\n\nWhat a letter said to you and to which address it went we keep for thirty days, then only that it was sent. Where a letter comes back, or your mail program tells us that it wasn’t wanted, we note that and stop. We count how often a link in a letter is opened, by everybody together: who opened it isn’t noted, and no picture in it tells us that you read it.\n\nEach letter has a link at its foot to leave, to pause for thirty days, or to choose what we write about. Leaving takes one click and no reason, and for thirty days you can take it back. Phone number, birthday and all the rest go when you ask us to delete them: what is left then is a scrambled mark that no address can be read from, so that we don’t write to you again by mistake.',
  },
  nudges: {
    title: 'Nudges',
    body: 'Nobody gets a nudge who hasn’t turned them on. If you do, we keep the address that your browser’s maker gives your browser for this, the keys that lock what we send to it, which browser and machine it is, and what you choose: what nudges are about, which parts of the day you prefer, and when to leave you alone. If you’re signed in to the Common Room, we note that the device is yours, so that all of your devices together get no more than two a day, unless something can’t wait. The legal basis is your consent.\n\nA nudge goes by way of your browser’s maker, such as Apple, Google or Mozilla. They learn that we sent one and when, but not what it says: it’s locked on our machine and opened on yours.\n\nWe note which nudges your device got, showed and was tapped on, to count them, to keep to two a day and five a week wherever it can wait, and to show you the last ones. After ninety days that is deleted. Pages that are open when a nudge goes out show it too: we count how many did and how many were clicked, not whose they were. Turn nudges off and nothing comes any more; what we kept of the device is deleted a month later.',
  },
  membership: {
    title: 'The Common Room',
    body: 'Become a member and we keep your email address, and what you tell us in your profile: name, phone, birthday, and which rooms, hours and beers you like. None of it is compulsory but the address. It’s how we know who may come in, and what to show you when you do. The legal basis is the agreement you make with us by joining.\n\nKeep a passkey and we get its public half, who looks after it for you and when it was last used. With that nobody can sign in as you, and nothing of your face or finger is in it. Of each place where you’re signed in we note the browser, the machine and the day, so that you can look through them and end what isn’t yours; of codes we send, only a seal that they can be checked against. We write to you when there’s a new passkey, device or address.\n\nIn which rooms of the house you were, and when, we keep only if you agree, and delete when you change your mind. Otherwise the door’s own list forgets members without a reservation after a day; a reservation keeps whether you came, as long as it is kept itself. Beer styles you tick and the order of your page are kept because you put them there.\n\nNow and then a kitchen cooks for a few, and members claim portions. If you do, we keep that you did, when, for how many and your place in the draw, to draw fairly and to hand the food to the right person; if you ask for the bell, we keep that you want to be told. A draw, and when you collect, are deleted ninety days later, a bell once it has rung, the one for every drop when you turn it off.\n\nAll of it stands in your profile, to change, to take with you, or to delete. Would you rather be in a book than on a computer? Ask at any bar: a name in the members’ book is all that takes.',
  },
  credit: {
    title: 'Your credit and the Common Good',
    body: 'If you put money on your account, we keep each movement of it: how much, when, what for, at which bar, the number of the receipt, and who of us took it. That’s our book of accounts: every entry proves the ones after it, so none is ever changed or deleted. When you delete your membership, your name, your address and whatever we wrote beside an entry go, and figures with a number are left that lead to nobody. The legal basis is our agreement with you, and the law on keeping accounts.\n\nIf you top up by card on these pages, you pay at Stripe. We send Stripe your email address, the amount and our number of the payment, and get back whether it was paid, refunded or disputed. The number of your card never comes near us. What Stripe keeps, and for how long, is in its own policy at stripe.com/privacy. If a payment reaches us after your membership was deleted, it goes back to your card.\n\nIf you send somebody credit, we keep their email address to write to them and to give it back to you if they don’t take it, and they read your first name or your address. If you tell us that an entry is wrong, we keep your words and our answer.\n\nWhat you write to the Common Good everybody can read, with your first name if you gave it, once somebody here has read it. The amounts on its page name nobody else. Whether your payments are rounded up is kept until you change it.',
  },
  staff: {
    title: 'If you work here',
    body: 'People who look after these pages have an account: a name, an email address, what they may change, and a password that is stored scrambled so that nobody can read it. We note when they’re signed in, wrong passwords, and who changed which text. The legal basis is the contract we have with them, and our legitimate interest in knowing who changed what.',
  },
  sharing: {
    title: 'Who else sees it',
    body: 'We don’t sell personal data and we don’t pass it on for anybody’s marketing. Companies handle it for us under contract: the one that runs our server, the one that runs our mailbox and, if you top up by card on these pages, Stripe, which takes the payment. If any of them works outside the UK, we rely on the UK’s adequacy decisions or its standard contract clauses. We’d give information to the police or a court only where the law says we must.',
  },
  retention: {
    title: 'How long we keep it',
    body: 'As short a time as does the job.',
    fact_1_label: 'Letters and emails',
    fact_1_value: 'Two years after the last one',
    fact_2_label: 'Bookings',
    fact_2_value: 'Two years. Invoices six years, because tax law says so.',
    fact_3_label: 'Allergies and access needs',
    fact_3_value: 'Until the visit is over',
    fact_4_label: 'Your membership',
    fact_4_value:
      'Until you delete it in your profile, and seven days more in case you change your mind. A line in the book, until you ask us to strike it out.',
    fact_5_label: 'Our letter',
    fact_5_value:
      'Until you ask us to delete it. An address that nobody confirms is gone after eight days.',
    fact_6_label: 'Staff accounts',
    fact_6_value: 'Until the person leaves',
    fact_7_label: 'What the server writes down',
    fact_7_value: 'As long as we’re looking for a fault. There’s nobody in it.',
    fact_8_label: 'Where you’re signed in',
    fact_8_value: 'Thirty days after you were last there, 180 at most',
    fact_9_label: 'Devices with nudges',
    fact_9_value: 'Thirty days after you turn them off. What each got, ninety days.',
    fact_10_label: 'Messages to the Common Good',
    fact_10_value:
      'Until we hide them. If you delete your membership, the words that everybody sees stay, without your name.',
    fact_11_label: 'Reservations for events',
    fact_11_value:
      'Ninety days after the event: names, addresses and notes, also of whoever runs it. How many came stays, and what you said about it, without your name. One that nobody confirms is gone within three days.',
    fact_12_label: 'Moments',
    fact_12_value:
      'Until you remove them, or delete your membership. The file you sent is gone within the hour: we keep the picture, without place and camera.',
    entries_label: 'What was booked on your credit. Without you, once your membership is deleted.',
    sends_label: 'Credit you sent that nobody took. Then it’s back with you.',
    send_addresses_label: 'Whom you sent credit to, after it was taken or came back',
    unpaid_cards_label: 'Card payments that were begun and not paid',
    guest_cards_label:
      'The address to which we mail the receipt, if you paid by card without an account',
    cases_label: 'What you told us is wrong with an entry, after we answered',
    hidden_messages_label: 'Messages to the Common Good, after we hid them',
    removed_moments_label: 'A fingerprint of a moment that was taken down, not the picture',
    visits_label: 'Visits, and the pages in each',
    interactions_label: 'What was pressed in a visit',
    salt_label: 'The day’s secret that visits are told apart with',
    totals_label: 'How many visits a page had, and other sums with nobody in them',
  },
  rights: {
    title: 'Your rights',
    body: 'Under the UK GDPR and the Data Protection Act 2018 you can ask us to do any of these. It’s free and we answer within a month, usually sooner.',
    item_1: 'Show you what we hold and give you a copy.',
    item_2: 'Correct anything that’s wrong.',
    item_3: 'Delete it.',
    item_4: 'Put it aside and not use it while a question about it is settled.',
    item_5: 'Stop doing what we do because we think it’s in our interest, if you object.',
    item_6: 'Give you what you gave us in a file you can take elsewhere.',
    item_7: 'Stop relying on your consent, from the day you withdraw it.',
    note: 'No decision about you here is made by a machine.',
  },
  children: {
    title: 'Children',
    body: 'Children read the pages like everybody else, and leave as little behind. The members’ book and our letter are for people of 16 and over. If a younger child has written to us and you’d rather we didn’t keep it, tell us and we’ll delete it.',
  },
  changes: {
    title: 'Changes',
    body: 'If we begin to keep something new, it will say so here before we do. The date at the top is when these words last changed.',
  },
  contact: {
    title: 'Questions and complaints',
    body: 'Write to {email}, ring {phone} or ask for Aoife at the bar. If you’re not happy with the answer you can complain to the Information Commissioner’s Office at ico.org.uk or on 0303 123 1113. If you live in the EU you can go to the authority of your own country. You don’t have to come to us first, but we’d like the chance to put it right.',
  },
} as const

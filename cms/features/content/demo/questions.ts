type PageFaq = {
  page: 'home' | 'cafe' | 'cocktails' | 'beer' | 'kitchens' | 'hall' | 'community' | 'common-room'
  items: { question: string; answer: string }[]
}

export const questions: PageFaq[] = [
  {
    page: 'home',
    items: [
      {
        question: 'Do I have to be a member to come in?',
        answer:
          'No. Everything is open to everybody except the Common Room upstairs, and membership of that is free.',
      },
      {
        question: 'Is the building step-free?',
        answer:
          'Yes, from the street to every public room. There’s a lift to the first floor and an accessible toilet on both. The cellar isn’t, but only Winston goes there.',
      },
      {
        question: 'Can I bring my children?',
        answer:
          'Yes, until nine in the evening. There are high chairs, changing tables in every toilet and a box of toys by the long table.',
      },
      {
        question: 'Do you take cash?',
        answer: 'Yes, at every till. Cards as well, with no minimum.',
      },
      {
        question: 'Where can I park?',
        answer:
          'There’s no car park. Two Blue Badge bays in the yard can be kept for you if you ring {phone}. Otherwise the tram is six minutes away.',
      },
    ],
  },
  {
    page: 'cafe',
    items: [
      {
        question: 'Can I book a table?',
        answer:
          'Not in the cafe. For ten or more, ring the day before and we’ll keep you an end of the long table.',
      },
      {
        question: 'Can I work here all day?',
        answer: 'Yes. Please move from the window seats at noon on Saturdays and Sundays.',
      },
      {
        question: 'Who is the pensioners’ breakfast for?',
        answer:
          'Anyone who says they’re a pensioner. Tuesdays and Thursdays, nine till eleven, £4 with a pot of tea.',
      },
      {
        question: 'How does the board work?',
        answer:
          'Someone pays for a meal in advance and we chalk it up. Anyone can ask for it. You don’t need to show or sign anything.',
      },
    ],
  },
  {
    page: 'cocktails',
    items: [
      {
        question: 'Do I need to book?',
        answer:
          'No. Half the tables are never booked out. On Fridays and Saturdays it helps: {email} or {phone}.',
      },
      {
        question: 'I don’t drink. Is it worth coming?',
        answer:
          'There are five drinks without alcohol on the list and we can make most others that way.',
      },
      {
        question: 'Can you make something that isn’t on the list?',
        answer: 'Usually. If we don’t have the bottle we’ll say so and suggest the nearest thing.',
      },
      {
        question: 'Is there food?',
        answer:
          'Olives and crisps always, cheese on toast on Sundays, and anything from the kitchens carried through.',
      },
    ],
  },
  {
    page: 'beer',
    items: [
      {
        question: 'How often do the taps change?',
        answer:
          'Four stay the same. The other eight change when the barrel is empty, so about twice a week there’s something new.',
      },
      {
        question: 'Can I try before I buy?',
        answer: 'Yes, up to three tasters, free.',
      },
      {
        question: 'Is there anything gluten-free or alcohol-free?',
        answer:
          'Both, always. Look for the marks on the list, and there’s a tap or a fridge shelf for 0.5% and under.',
      },
      {
        question: 'Are dogs allowed?',
        answer:
          'Yes, on a lead. Water is by the pump in the yard and there are biscuits behind the bar.',
      },
    ],
  },
  {
    page: 'kitchens',
    items: [
      {
        question: 'Is the meat halal?',
        answer:
          'At Ruksana’s, all of it. On Sundays, the chicken. The other two hatches aren’t halal and use their own pans.',
      },
      {
        question: 'I have an allergy. What should I do?',
        answer:
          'Tell the cook before you order, every time. They’ll go through the folder with you. The kitchens share a room, so we can’t promise there are no traces.',
      },
    ],
  },
  {
    page: 'hall',
    items: [
      {
        question: 'How many people does it hold?',
        answer:
          'Two hundred standing, 150 in rows, 120 at tables, or 96 at tables with room to dance.',
      },
      {
        question: 'Can we bring our own food?',
        answer:
          'Yes. Bring your own cook for £60 and they can use the small kitchen behind the stage. Cakes are free of charge and very welcome.',
      },
      {
        question: 'Can we bring our own drink?',
        answer:
          'No, the bar is what keeps the hire cheap. We’ll get in anything particular you’d like.',
      },
      {
        question: 'Do you really not charge for wakes?',
        answer:
          'Yes, really. You pay for food and drink if you want them. The room is free for four hours.',
      },
      {
        question: 'How late can the music go on?',
        answer: 'Until 10.45pm from Sunday to Thursday and 12.45am on Friday and Saturday.',
      },
    ],
  },
  {
    page: 'community',
    items: [
      {
        question: 'Do I have to sign up?',
        answer: 'No. Come at the time it says. For the allotment, be in the yard by ten.',
      },
      {
        question: 'Does any of it cost money?',
        answer: 'No. There’s a tin for tea if you have some change.',
      },
      {
        question: 'How do I ask for money from the Common Good?',
        answer:
          'Come to one of the four meetings a year and say what it’s for in five minutes. Everyone in the room votes. If you can’t stand up and speak, Gail will do it with you or for you.',
      },
      {
        question: 'Can my group use the Paint Shop?',
        answer: 'Yes. Two hours on a weekday is free. Write to {email} with a day and a time.',
      },
    ],
  },
  {
    page: 'common-room',
    items: [
      {
        question: 'What does membership cost?',
        answer: 'Nothing, now or later.',
      },
      {
        question: 'What is a passkey?',
        answer:
          'A way to sign in with whatever unlocks your phone or computer: face, finger or PIN. There’s no password to remember or lose.',
      },
      {
        question: 'I’ve got a new phone. What now?',
        answer:
          'Choose email at the door and type in the six-digit code we send. Then the new phone can have a passkey of its own.',
      },
      {
        question: 'Why has it asked me to link again?',
        answer:
          'A device is trusted for 180 days. After that we check once more that it’s still yours.',
      },
      {
        question: 'How do I leave?',
        answer:
          'Delete your account in your profile, or tell us and we’ll do it. For seven days you can change your mind, and come back whenever you like.',
      },
    ],
  },
]

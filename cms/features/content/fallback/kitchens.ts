export const kitchens = {
  meta: {
    title: 'Kitchens – {product}, {town}',
    description:
      'Three kitchens, three cooks: Mirpuri home cooking, pies and peas, Eritrean injera. Order from any hatch, sit anywhere, and Sunday dinner until it’s gone.',
  },
  hero: {
    title: 'Dinner’s\nready',
    lead: 'Three hatches, three cooks. Order from any of them and sit wherever you like.',
    aside_1: 'Pies, dal and injera',
    aside_2: 'Sunday dinner till it’s gone',
  },
  rotation: {
    title: 'Three kitchens that rotate',
    body: 'Each hatch in the old smithy is let to one cook for nine months. They pay 15% of what they take and no rent up front; we provide the pans, the insurance and Sid on the pot wash.\n\nIt’s meant for people who can cook and couldn’t otherwise afford to find out whether strangers will pay for it. Eleven cooks have had a turn since 2021. Four now have a place of their own, and one went back to driving buses and is happier.',
    fact_1_label: 'A turn',
    fact_1_value: 'Nine months',
    fact_2_label: 'Rent up front',
    fact_2_value: 'None',
    fact_3_label: 'Cooks so far',
    fact_3_value: 'Eleven',
  },
  hatch_1: {
    label: 'Hatch 1',
    title: 'Ruksana’s',
    cook: 'Ruksana Mirza',
    body: 'Ruksana taught maths in Burngreave for twenty-two years and cooked for the staff room most Fridays. The food is from Mirpur by way of her mother’s kitchen in Attercliffe: slow lamb, four sorts of dal, roti off the plate while you wait. Everything is halal.',
  },
  hatch_2: {
    label: 'Hatch 2',
    title: 'Thorpe & Daughter',
    cook: 'Jean and Kath Thorpe',
    body: 'Jean made pies for the works canteens; Kath keeps the books and does the pastry now that Jean’s wrists have had enough. Meat and potato, cheese and onion, a mushroom one nobody complains about. Peas and mint sauce come with it. Henderson’s is on the table.',
  },
  hatch_3: {
    label: 'Hatch 3',
    title: 'Selam',
    cook: 'Abeba Tesfay',
    body: 'Abeba came from Asmara in 2009. Her injera takes three days and is made from teff alone, so it’s gluten-free. Most of the menu is vegan, because half the Eritrean year is fasting days. Order one plate between two and eat with your hands; there’s a basin by the hatch.',
  },
  sunday_dinner: {
    title: 'Sunday dinner',
    body: 'On Sundays the three hatches cook one meal. Beef, chicken or a squash and lentil roast, with Yorkshire puddings, roast potatoes, three vegetables and gravy, passed along the benches in big dishes. Ruksana does the chicken. Abeba does the greens. Nobody has been allowed near Jean’s gravy.\n\nServed until it’s gone, which is sooner than you’d think.',
    fact_1_label: 'Smaller plates',
    fact_1_value: 'For pensioners and under-12s, at smaller prices',
    fact_2_label: 'Off the board',
    fact_2_value: 'Six dinners kept back every week',
  },
  good_to_know: {
    title: 'Good to know',
    body: 'Last orders are when a hatch shuts. Bar snacks carry on until the bar does.',
    fact_1_label: 'Ordering',
    fact_1_value: 'Pay at each hatch and take a number. It all comes to the same table.',
    fact_2_label: 'Mondays',
    fact_2_value: 'Only Ruksana’s cooks, and rests on Tuesday instead',
    fact_3_label: 'Sundays',
    fact_3_value: 'Sunday dinner and nothing else',
    fact_4_label: 'Booking',
    fact_4_value: 'Only for six or more at Sunday dinner: {phone}',
  },
  allergens: {
    title: 'Allergens',
    body: 'Tell us before you order, every time, even if you had the same thing last week. Each hatch has a folder listing the fourteen allergens for every dish, and the cook will go through it with you.\n\nThe three kitchens share one room, and wheat, nuts, sesame and milk are all used in it. We’re careful, with separate boards and separate fryers, but we can’t promise that any dish is free of traces. The marks on the menus show what’s in the recipe. They aren’t a guarantee.',
  },
  your_turn: {
    title: 'Want a hatch?',
    body: 'One comes free every three months. Write to {email} and tell us what you cook and who you’ve cooked it for. We’ll ask you to make lunch for twelve. You don’t need a business plan or a food hygiene certificate yet: we help with both.',
  },
} as const

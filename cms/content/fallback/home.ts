export const home = {
  meta: {
    title: '{product} – a people’s social club in {town}',
    description:
      'Cafe, beer hall, cocktail bar, three kitchens and a dance hall in an old {town} tram shed. Owned by the people who use it, and open to everyone.',
  },
  hero: {
    eyebrow: 'A people’s social club',
    title: 'Come in,\nsit down',
    lead: 'Breakfast, dinner from three kitchens, twelve taps and a band most Fridays. Stay as long as you like.',
    aside_1: '{address}',
  },
  story: {
    title: 'A tram shed with the lights on',
    body: 'Trams slept here from 1899 until October 1960. After that it was a tyre store, then a carpet warehouse, then nothing for eleven years.\n\nMaureen Askew had run works canteens for thirty-one years and was meant to be retiring. In 2019 she stood up at a public meeting and read out what the neighbourhood had lost: four pubs, two cafes and a dance floor. That night people started a list. By the end of it, 412 of them had put in between £10 and £1,000 each and bought the building. They still own it, and the £10 vote counts the same as the £1,000 vote.\n\nThe cafe opened in September 2021 with nine chairs. Maureen still does Tuesdays.',
    fact_1_label: 'Built',
    fact_1_value: '1899, for 40 trams',
    fact_2_label: 'Bought',
    fact_2_value: '2019, by 412 people',
    fact_3_label: 'Opened',
    fact_3_value: '2021, with nine chairs',
    fact_4_label: 'Works here',
    fact_4_value: '46 people, all on the Real Living Wage',
  },
  rule: {
    title: 'Nobody is asked to leave',
    body: 'When we took down the lining boards in the cafe we found a line of signwriting underneath: NOBODY ASKED TO LEAVE. The story is that Ada Birtles, who kept the crews’ canteen, painted it in the autumn of 1926, when locked-out miners sat over one tea all day because it was warm.\n\nWe left it on the wall and kept it as the rule. You can sit over one tea all day. The only exception is cruelty, and in five years we’ve needed it four times.',
  },
  rooms: {
    title: 'Seven rooms',
    body: 'One front door, level with the street. A lift to everything upstairs.',
    cafe_label: 'Cafe',
    cafe_text: 'Where the trams came in. One long table, good coffee and bread baked here.',
    cocktails_label: 'Cocktail bar',
    cocktails_text: 'The Pay Office. Crews queued at the hatch for wages; you queue for a martini.',
    beer_label: 'Beer hall',
    beer_text:
      'The running shed, rails still in the floor. Twelve taps and a yard for dry evenings.',
    kitchens_label: 'Kitchens',
    kitchens_text: 'The old smithy. Three hatches, three cooks, and dinner for all on Sundays.',
    hall_label: 'Hall',
    hall_text: 'The crews’ dance hall, 1931. A stage, a sprung floor and a piano.',
    community_label: 'Community',
    community_text:
      'The Paint Shop, where trams got their cream and blue. Now the choir’s tea urn lives here.',
    common_room_label: 'The Common Room',
    common_room_text: 'The crews’ mess room, upstairs. For members, and membership is free.',
  },
  week: {
    title: 'A normal week here',
    body: 'The things that happen whether or not there’s anything on.',
    item_1_label: 'Monday',
    item_1_text:
      'Quiet hours in the cafe, 2–4pm. Language table at seven. The three cooks take turns at dinner.',
    item_2_label: 'Tuesday',
    item_2_text: 'Pensioners’ breakfast, 9–11am. Choir in the hall at half past seven.',
    item_3_label: 'Wednesday',
    item_3_text: 'Pram morning at ten. New syrups in the cocktail bar. Quiz at eight.',
    item_4_label: 'Thursday',
    item_4_text: 'Pensioners’ breakfast again. Tea dance in the hall at two, with a live trio.',
    item_5_label: 'Friday',
    item_5_text: 'All three cooks at their hatches. A band or a DJ in the hall.',
    item_6_label: 'Saturday',
    item_6_text:
      'Children’s drawing table at ten. Repair Café on the first and third. Dancing in the hall.',
    item_7_label: 'Sunday',
    item_7_text:
      'Allotment party leaves the yard at ten. Sunday dinner till it’s gone. Records in the cocktail bar.',
  },
  prices: {
    title: 'If money’s tight',
    body: 'For short weeks. There are no forms to fill in.',
    item_1: 'A seat, a socket and tap water cost nothing.',
    item_2: 'Pensioners’ breakfast is £4 with a pot of tea, Tuesday and Thursday.',
    item_3: 'Take a meal off the board by the counter. Somebody has already paid for it.',
    item_4:
      'From November to March the Paint Shop is a warm room, noon till eight on weekdays, with free soup.',
    item_5: 'Every gig we put on ourselves keeps twenty tickets at £2.',
  },
  getting_here: {
    title: 'Getting here',
    body: '{address}. We’re behind the tall brick chimney: if you can see it, walk towards it.',
    fact_1_label: 'Tram',
    fact_1_value: 'Shalesmoor, six minutes’ walk, downhill.',
    fact_2_label: 'Bus',
    fact_2_value: 'Anything along Infirmary Road stops four minutes away.',
    fact_3_label: 'Train',
    fact_3_value: 'Sheffield station, then the tram, or 25 minutes on foot.',
    fact_4_label: 'Bike',
    fact_4_value:
      'Covered stands for 44 bikes in the yard, a track pump and a box of tools on a chain.',
    fact_5_label: 'Step-free',
    fact_5_value:
      'Level from the street to every ground-floor room and the yard. A lift to the first floor, 110 cm wide. Two accessible toilets, one on each floor. Hearing loops at every counter and in the hall.',
    fact_6_label: 'Car',
    fact_6_value:
      'There’s no car park and the streets are full by six. We have two Blue Badge bays in the yard: ring {phone} and we’ll keep one for you.',
  },
  house_rules: {
    title: 'House rules',
    body: 'Ten of them. They’re on the wall by the door as well.',
    item_1: 'Say hello to whoever you sit next to. After that you’re free to ignore each other.',
    item_2: 'One tea buys as much of the day as you need.',
    item_3: 'Cruelty is the only thing that gets you sent home. That goes for staff as well.',
    item_4:
      'If you’re short, ask for something off the board. You’ll be asked what you’d like, and that’s all.',
    item_5: 'Dogs on leads, everywhere except the kitchens.',
    item_6: 'Children are welcome until nine. Tired parents can stay on with the sleeping ones.',
    item_7: 'Take phone calls in the yard. We’ve all heard about your delivery.',
    item_8: 'Ask before you photograph anyone who isn’t with you.',
    item_9: 'The yard goes quiet at ten. The people at number 3 are up at five.',
    item_10: 'Last one at the long table turns the lamp off.',
  },
} as const

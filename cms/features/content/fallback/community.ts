export const community = {
  meta: {
    title: 'Community – {product}, {town}',
    description:
      'Repair Café, choir, allotment, language table and a winter warm room in the Paint Shop. All free, all open to anyone. Here’s what’s on and how to join in.',
  },
  hero: {
    title: 'Come and\nmuck in',
    lead: 'A choir, a repair bench, two allotments and a warm room. You don’t have to be a member or any good at it.',
    aside_1: 'The Paint Shop, first floor',
    aside_2: 'Lift on the left as you come in',
  },
  regulars: {
    title: 'Every week or nearly',
    body: 'All of it is free. There’s a tin for tea money if you have any.',
    repair_cafe_title: 'Repair Café',
    repair_cafe_when: 'First and third Saturday, 10am–1pm',
    repair_cafe_where: 'The Paint Shop',
    repair_cafe_body:
      'Lamps, zips, toasters, chairs, bikes, one accordion. You sit with the person mending it and hold the torch. About seven in ten things go home working.',
    choir_title: 'Choir',
    choir_when: 'Tuesday, 7.30–9pm',
    choir_where: 'The hall',
    choir_body:
      'Sixty on the list, forty on a wet night. No auditions and no need to read music. Olu teaches by ear, a line at a time, and stands you next to somebody loud.',
    allotment_title: 'Allotment',
    allotment_when: 'Sunday, 10am–1pm',
    allotment_where: 'Leaves from the yard',
    allotment_body:
      'Two plots up the hill, one with raised beds at wheelchair height. Boots and gloves in all sizes. Half of what comes up goes to the kitchens, half home with whoever dug it.',
    language_table_title: 'Language table',
    language_table_when: 'Monday, 7–9pm',
    language_table_where: 'The long table in the cafe',
    language_table_body:
      'English at one end, something else at the other: Arabic, Tigrinya, Polish, Spanish and Urdu so far. Half an hour in yours, half an hour in theirs.',
    warm_room_title: 'Winter warm room',
    warm_room_when: 'November to March, Monday–Friday, noon–8pm',
    warm_room_where: 'The Paint Shop',
    warm_room_body:
      'Twenty-one degrees, armchairs, sockets, Wi-Fi and soup. Nobody signs you in. On Wednesdays someone from the advice centre is here from two to four.',
  },
  joining: {
    title: 'How to join in',
    body: 'Come to whichever one you like the sound of. If you’d rather know somebody first, write to Gail at {email} and she’ll meet you at the door.',
    item_1: 'Bring a friend, a child, a carer or a dog.',
    item_2: 'If you can’t do stairs, long evenings or loud rooms, tell us and we’ll sort it.',
    item_3:
      'If you’d like to start something, ask for the Paint Shop. Two hours on a weekday is free.',
  },
  common_good: {
    title: 'The Common Good',
    body: 'A penny in every pound spent here goes into a common pot, from a bacon roll to a wedding. We don’t add it to your bill; it comes out of ours. Anyone can put more in, at any till. The figure at the foot of this page is what is in it now.\n\nFour times a year there’s a meeting in the hall, with soup. Anyone can ask for money, in five minutes, without slides. Anyone in the room can vote, members or not. The money is handed over the same week.',
    fact_1_label: 'Goes in',
    fact_1_value: '1p of every £1 we take',
    fact_2_label: 'Meetings',
    fact_2_value: 'First Monday of February, May, August and November, 6pm',
    fact_3_label: 'Who votes',
    fact_3_value: 'Everyone in the room',
    fact_4_label: 'Most for one project',
    fact_4_value: '£1,500',
    link: 'See what’s in it, to the penny',
  },
  projects: {
    title: 'What the pot has paid for',
    body: 'A few from the last two years.',
    item_1: 'A chest freezer for the food bank on Infirmary Road.',
    item_2: 'The coach to Cleethorpes for 49 people, with fish and chips.',
    item_3: 'Swimming lessons for two classes of nine-year-olds.',
    item_4: 'A stairlift for a neighbour who had been sleeping in her front room.',
    item_5: 'Strings, bows and shoulder rests for the Saturday fiddle class.',
    item_6: 'A month of bus passes for people starting a first job.',
  },
} as const

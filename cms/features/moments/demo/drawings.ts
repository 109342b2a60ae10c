import type { VenueArea } from '../../venue/rules.ts'

/** The drawings of the demo venue’s wall: two inks on paper that overprint, halftone and grain. */

type Inks = { paper: string; ink: string; a: string; b: string }

const inks = {
  cafe: { paper: '#f6edd9', ink: '#2a1c14', a: '#f2b84b', b: '#c4552d' },
  cocktails: { paper: '#1b1517', ink: '#f2e6d8', a: '#8e1f3c', b: '#7fc9a8' },
  beer: { paper: '#f4e7c8', ink: '#1f2430', a: '#e8a11c', b: '#28344f' },
  kitchens: { paper: '#f5ecdb', ink: '#23201a', a: '#d8412f', b: '#7f9a6a' },
  hall: { paper: '#16182b', ink: '#f6e9df', a: '#2f4bff', b: '#ff7fa3' },
  community: { paper: '#efeae0', ink: '#1c2a22', a: '#2f6b4f', b: '#b9a3dc' },
  door: { paper: '#121110', ink: '#efe3c8', a: '#b88a3a', b: '#3b342a' },
} satisfies Record<string, Inks>

type Scene = (inks: Inks) => string
export type Drawing = {
  area: VenueArea
  caption: string
  alt: string
  isPublic: boolean
  /** Whether staff chose it for public pages. */
  isChosen: boolean
  /** The place of its author in the list of demo members, and how many days ago it was taken. */
  author: number
  daysAgo: number
  size: readonly [width: number, height: number]
  inks: Inks
  scene: Scene
}

/** A person from the waist up: head, shoulders, hair. */
const person = (x: number, y: number, scale: number, body: string, skin: string, hair: string) =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-130 330c0-150 50-220 130-220s130 70 130 220z" fill="${body}"/><rect x="-28" y="60" width="56" height="80" fill="${skin}"/><circle r="82" fill="${skin}"/><path d="M-86 6a86 86 0 0 1 172-6c-40-6-60-30-70-50-24 34-60 52-102 56z" fill="${hair}"/></g>`
const pint = (x: number, y: number, scale: number, { a, paper }: Inks) =>
  `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-60-120H60L46 130H-46z" fill="${a}"/><path d="M-66-130c0-50 40-60 66-50 30-26 76-4 66 50z" fill="${paper}"/></g>`
const lamp = (x: number, length: number, { a, ink }: Inks) =>
  `<path d="M${x} 0v${length}" stroke="${ink}" stroke-width="8"/><path d="M${x - 90} ${length + 80}a90 90 0 0 1 180 0z" fill="${ink}"/><circle cx="${x}" cy="${length + 84}" r="26" fill="${a}"/>`
const multiply = (content: string) => `<g style="mix-blend-mode:multiply">${content}</g>`
const screen = (content: string) => `<g style="mix-blend-mode:screen">${content}</g>`

const scenes = {
  quiz: (
    t,
  ) => `<rect width="1200" height="900" fill="${t.b}"/>${lamp(320, 120, t)}${lamp(880, 170, t)}
    ${person(360, 420, 1.15, t.a, t.paper, t.ink)}${person(820, 440, 1.1, t.paper, '#d9a877', t.ink)}${person(600, 380, 1.2, t.ink, '#b87a4b', t.a)}
    <rect y="720" width="1200" height="180" fill="${t.a}"/><rect y="720" width="1200" height="180" fill="url(#dots)" opacity=".5"/>${pint(230, 700, 0.9, t)}${pint(980, 690, 1, t)}
    <path d="M520 740h190l-24 90H500z" fill="${t.paper}"/><path d="M530 765h140M524 790h120" stroke="${t.ink}" stroke-width="8"/>`,
  dance: (
    t,
  ) => `${screen(`<path d="M600-40 1020 900H180z" fill="${t.b}"/><path d="M0 0h300l220 900H0z" fill="${t.a}"/><path d="M1200 0H900L680 900h520z" fill="${t.a}"/>`)}
    <circle cx="600" cy="120" r="84" fill="${t.ink}"/><circle cx="600" cy="120" r="84" fill="url(#dots)"/>
    ${[140, 330, 520, 700, 890, 1080].map((x, index) => `<g transform="translate(${x} ${620 + (index % 3) * 40}) rotate(${[-8, 6, -3, 9, -6, 4][index]})"><circle cy="-110" r="62" fill="${t.ink}"/><path d="M-80 300V20c0-50 30-70 80-70s80 20 80 70v280z" fill="${t.ink}"/><path d="M-70 0-120-190M70 0l${index % 2 ? 60 : 30}-200" stroke="${t.ink}" stroke-width="36" stroke-linecap="round"/></g>`).join('')}`,
  brunch: (
    t,
  ) => `<rect width="900" height="1200" fill="${t.a}"/><circle cx="450" cy="620" r="380" fill="${t.paper}"/><circle cx="450" cy="620" r="300" fill="none" stroke="${t.b}" stroke-width="14"/>
    ${multiply(`<ellipse cx="380" cy="600" rx="170" ry="140" fill="#fff8e6"/><circle cx="400" cy="590" r="66" fill="${t.a}"/><path d="M470 720c90-60 170-40 190 20-60 70-150 80-190-20z" fill="${t.b}"/><path d="M500 460c60-40 130-20 150 40l-110 40z" fill="#7f9a6a"/>`)}
    <path d="M60 330v620M840 330v620" stroke="${t.ink}" stroke-width="26" stroke-linecap="round"/><path d="M30 330v120a30 30 0 0 0 60 0V330" fill="none" stroke="${t.ink}" stroke-width="16"/>
    <circle cx="720" cy="180" r="130" fill="${t.paper}"/><circle cx="720" cy="180" r="100" fill="${t.ink}"/><path d="M650 170c40-40 90-40 140 0" stroke="${t.a}" stroke-width="14" fill="none"/>`,
  cheers: (t) => `<circle cx="600" cy="430" r="380" fill="${t.a}"/>
    <g transform="rotate(-18 420 500)"><path d="M250 250h340c0 150-80 230-170 230S250 400 250 250z" fill="${t.b}"/><path d="M412 470h16v220h-16z" fill="${t.ink}"/><ellipse cx="420" cy="700" rx="120" ry="18" fill="${t.ink}"/></g>
    <g transform="rotate(18 790 500)"><path d="M640 250h300c0 170-70 240-150 240s-150-70-150-240z" fill="${t.ink}"/><path d="M660 320h260c-10 110-60 160-130 160s-120-50-130-160z" fill="${t.a}"/><path d="M782 480h16v210h-16z" fill="${t.ink}"/><ellipse cx="790" cy="700" rx="120" ry="18" fill="${t.ink}"/></g>
    <path d="M600 60v110M470 90l50 96M730 90l-50 96" stroke="${t.b}" stroke-width="20" stroke-linecap="round"/><rect y="780" width="1200" height="120" fill="${t.b}"/><rect y="780" width="1200" height="120" fill="url(#dots)" opacity=".4"/>`,
  singer: (
    t,
  ) => `${screen(`<path d="M560 0 900 1200H120z" fill="${t.a}"/><path d="M300 0 700 1200H0z" fill="${t.b}" opacity=".8"/>`)}
    ${person(450, 520, 1.9, t.ink, '#e8b48a', t.b)}<path d="M540 560 700 900" stroke="${t.ink}" stroke-width="18"/><ellipse cx="530" cy="548" rx="34" ry="46" fill="${t.paper}" stroke="${t.ink}" stroke-width="10"/>
    <rect y="1080" width="900" height="120" fill="${t.ink}"/><path d="M120 1080v-70M240 1080v-40M660 1080v-50M780 1080v-80" stroke="${t.ink}" stroke-width="60" stroke-linecap="round"/>`,
  pan: (
    t,
  ) => `<circle cx="600" cy="440" r="400" fill="${t.b}"/>${multiply(`<path d="M560 120c150 150 170 250 90 370 10-70-20-100-60-140 4 90-110 120-110 230-110-90-90-240 80-460z" fill="${t.a}"/>`)}
    <path d="M220 620h640v30a170 170 0 0 1-170 170H390a170 170 0 0 1-170-170z" fill="${t.ink}"/><rect x="840" y="622" width="330" height="44" rx="22" fill="${t.ink}"/><path d="M220 620h640v30a170 170 0 0 1-170 170H390a170 170 0 0 1-170-170z" fill="url(#dots)" opacity=".35"/>
    <g fill="${t.a}"><circle cx="330" cy="560" r="34"/><circle cx="470" cy="520" r="26"/><circle cx="720" cy="540" r="30"/></g>`,
  table: (
    t,
  ) => `<rect width="1200" height="900" fill="${t.b}"/>${multiply(`<ellipse cx="600" cy="620" rx="520" ry="230" fill="${t.a}"/>`)}
    ${[210, 470, 730, 990].map((x, index) => person(x, index % 2 ? 330 : 370, 0.95, [t.ink, t.paper, t.a, t.ink][index] ?? t.ink, ['#e8b48a', '#8a5a3c', '#f0c9a0', '#b87a4b'][index] ?? t.paper, [t.a, t.ink, t.ink, t.paper][index] ?? t.ink)).join('')}
    <ellipse cx="600" cy="690" rx="560" ry="180" fill="${t.paper}"/><ellipse cx="600" cy="690" rx="560" ry="180" fill="url(#dots)" opacity=".18"/>
    ${[340, 600, 860].map((x) => `<ellipse cx="${x}" cy="680" rx="90" ry="34" fill="${t.a}"/><ellipse cx="${x}" cy="672" rx="60" ry="20" fill="${t.paper}"/>`).join('')}`,
  arch: (
    t,
  ) => `<path d="M250 1200V430a200 200 0 0 1 400 0v770z" fill="${t.a}"/><path d="M310 1200V440a140 140 0 0 1 280 0v760z" fill="${t.paper}"/>
    ${person(450, 790, 1.25, t.b, '#d9a877', t.ink)}<path d="M250 1200V430a200 200 0 0 1 400 0v770z" fill="url(#dots)" opacity=".25"/><g fill="${t.ink}"><path d="M60 1200V860h110v340zM730 1200V820h110v380z"/><circle cx="115" cy="800" r="58"/><circle cx="785" cy="760" r="58"/></g>`,
  vinyl: (
    t,
  ) => `<rect width="1000" height="1000" fill="${t.a}"/><circle cx="520" cy="520" r="400" fill="${t.ink}"/>${[350, 300, 250, 200].map((r) => `<circle cx="520" cy="520" r="${r}" fill="none" stroke="${t.b}" stroke-width="6"/>`).join('')}<circle cx="520" cy="520" r="130" fill="${t.b}"/><circle cx="520" cy="520" r="130" fill="url(#dots)" opacity=".4"/><circle cx="520" cy="520" r="16" fill="${t.paper}"/>
    <path d="M900 80 780 520l-90 60" fill="none" stroke="${t.paper}" stroke-width="30" stroke-linecap="round" stroke-linejoin="round"/>`,
  moon: (
    t,
  ) => `<circle cx="860" cy="240" r="150" fill="${t.a}"/><circle cx="800" cy="210" r="140" fill="${t.paper}"/><rect y="560" width="1200" height="340" fill="${t.b}"/>
    <path d="M80 900V420h240v-90h160v570zM560 900V480h200v420zM820 900V380l130-90 130 90v520z" fill="${t.ink}"/>${[130, 210, 360, 420, 610, 690, 880, 980].map((x, index) => `<rect x="${x}" y="${index % 3 === 0 ? 480 : 540}" width="44" height="60" fill="${t.a}" opacity="${index % 2 ? 1 : 0.5}"/>`).join('')}<rect y="800" width="1200" height="100" fill="url(#dots)" opacity=".5"/>`,
} satisfies Record<string, Scene>

const wide = [1200, 900] as const
const tall = [900, 1200] as const

/** The oldest first. */
export const drawings: readonly Drawing[] = [
  {
    ...{ area: 'Kitchens', caption: 'Flames are part of the recipe, apparently.' },
    alt: 'A pan on a high flame, three tomatoes in the air above it.',
    ...{ isPublic: true, isChosen: false, author: 2, daysAgo: 33, size: wide },
    ...{ inks: inks.kitchens, scene: scenes.pan },
  },
  {
    ...{ area: 'Cafe', caption: 'Sunday, half past eleven, nowhere to be.' },
    alt: 'A fried egg with greens on a round plate, and a black coffee beside it.',
    ...{ isPublic: true, isChosen: true, author: 0, daysAgo: 26, size: tall },
    ...{ inks: inks.cafe, scene: scenes.brunch },
  },
  {
    ...{ area: 'Event Spaces', caption: 'The third song. Everybody knew it.' },
    alt: 'People dance with their arms up under a mirror ball.',
    ...{ isPublic: true, isChosen: true, author: 3, daysAgo: 15, size: wide },
    ...{ inks: inks.hall, scene: scenes.dance },
  },
  {
    ...{ area: 'Common Room', caption: 'Long table, short speeches.' },
    alt: 'Four people at a long table with plates.',
    ...{ isPublic: false, isChosen: false, author: 0, daysAgo: 12, size: wide },
    ...{ inks: inks.community, scene: scenes.table },
  },
  {
    ...{ area: 'Event Spaces', caption: 'She asked for less light. She got more.' },
    alt: 'A singer at a microphone in two crossing lights.',
    ...{ isPublic: false, isChosen: false, author: 1, daysAgo: 8, size: tall },
    ...{ inks: inks.hall, scene: scenes.singer },
  },
  {
    ...{ area: 'Beer Hall', caption: 'We were sure about number seven. It was not number seven.' },
    alt: 'Three people with pints over a quiz sheet, under two lamps.',
    ...{ isPublic: true, isChosen: true, author: 1, daysAgo: 6, size: wide },
    ...{ inks: inks.beer, scene: scenes.quiz },
  },
  {
    ...{ area: 'Common Room', caption: 'Side B, from the beginning, please.' },
    alt: 'A record on a turntable, seen from above.',
    ...{ isPublic: false, isChosen: false, author: 2, daysAgo: 4, size: [1000, 1000] },
    ...{ inks: inks.cafe, scene: scenes.vinyl },
  },
  {
    ...{ area: 'Cocktail Bar', caption: 'To Tariq, who passed.' },
    alt: 'Two cocktail glasses meet above a bar.',
    ...{ isPublic: true, isChosen: true, author: 3, daysAgo: 2, size: wide },
    ...{ inks: inks.cocktails, scene: scenes.cheers },
  },
  {
    ...{ area: 'Common Room', caption: '' },
    alt: 'Somebody stands in the arched door of the Common Room.',
    ...{ isPublic: false, isChosen: false, author: 1, daysAgo: 1, size: tall },
    ...{ inks: inks.door, scene: scenes.arch },
  },
  {
    ...{ area: 'Beer Hall', caption: 'Last ones out. The roof was still warm.' },
    alt: 'Roofs of the venue at night, some windows lit, under a thin moon.',
    ...{ isPublic: false, isChosen: false, author: 0, daysAgo: 1, size: wide },
    ...{ inks: inks.door, scene: scenes.moon },
  },
]

/** The SVG of a drawing. */
export function svgOf({ size: [width, height], inks: t, scene }: Drawing): string {
  const isDark = Number.parseInt(t.paper.slice(1, 3), 16) < 0x80
  const grain = isDark ? 1 : 0
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" style="isolation:isolate"><defs><pattern id="dots" width="22" height="22" patternUnits="userSpaceOnUse" patternTransform="rotate(18)"><circle cx="11" cy="11" r="6" fill="${isDark ? t.paper : t.ink}"/></pattern><filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".7" numOctaves="1" seed="7"/><feColorMatrix values="0 0 0 0 ${grain} 0 0 0 0 ${grain} 0 0 0 0 ${grain} 0 0 0 -1.4 1.05"/></filter></defs><rect width="${width}" height="${height}" fill="${t.paper}"/>${scene(t)}<rect width="${width}" height="${height}" filter="url(#grain)" opacity=".22"/></svg>`
}

// A text as wide as its column could not be moved to one side, so `--container` limits its width
// (site/styles/type.css). A title that does not wrap keeps its width.
const narrow = ['width:fit-content', 'min-width:min-content', '--container:66%']
const containers = {
  default: [],
  'page-left': [...narrow, 'margin-right:auto'],
  'page-center': [...narrow, 'margin-left:auto', 'margin-right:auto'],
  'page-right': [...narrow, 'margin-left:auto'],
} satisfies Record<string, string[]>

const margins = {
  marginTop: 'margin-top',
  marginBottom: 'margin-bottom',
  marginLeft: 'margin-left',
  marginRight: 'margin-right',
} as const
type Margin = keyof typeof margins

type Positioning = {
  alignment: 'left' | 'center' | 'right'
  containerPosition: keyof typeof containers
} & Record<Margin, number>

/** Every property that `positionStyle` may declare. */
export const positionProperties = [
  'text-align',
  'width',
  'min-width',
  '--container',
  ...Object.values(margins),
]

/**
 * The declarations of an element's style attribute for a positioning. A margin of step 0 is not declared.
 * Any other margin overrides the `auto` margin of the container's position.
 * Source: spec sections 3 and 9.
 */
export const positionStyle = (positioning: Positioning): string =>
  [
    `text-align:${positioning.alignment}`,
    ...containers[positioning.containerPosition],
    ...(Object.keys(margins) as Margin[])
      .filter((margin) => positioning[margin] > 0)
      .map((margin) => `${margins[margin]}:calc(var(--spacing, .25rem) * ${positioning[margin]})`),
  ].join(';')

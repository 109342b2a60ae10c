const containers = {
  default: [],
  'page-left': ['width:fit-content', 'margin-right:auto'],
  'page-center': ['width:fit-content', 'margin-left:auto', 'margin-right:auto'],
  'page-right': ['width:fit-content', 'margin-left:auto'],
} satisfies Record<string, string[]>

/** The steps of a positioning, as the contract has them. */
type Positioned = {
  alignment: 'left' | 'center' | 'right'
  containerPosition: keyof typeof containers
  marginTop: number
  marginBottom: number
  marginLeft: number
  marginRight: number
}

/** Every property that `positionStyle` may declare. */
export const positionProperties = [
  'text-align',
  'width',
  'margin-top',
  'margin-bottom',
  'margin-left',
  'margin-right',
] as const

/**
 * How an element stands on the page, as the declarations of its style attribute. A step of 0 leaves
 * the composition's own margin; one to the side of which the container stands replaces `auto`.
 * Source: spec sections 3 and 9.
 */
export function positionStyle(positioning: Positioned): string {
  const { alignment, containerPosition, ...margins } = positioning
  const { marginTop, marginBottom, marginLeft, marginRight } = margins
  const steps = [
    ['margin-top', marginTop],
    ['margin-bottom', marginBottom],
    ['margin-left', marginLeft],
    ['margin-right', marginRight],
  ] as const
  return [
    `text-align:${alignment}`,
    ...containers[containerPosition],
    ...steps
      .filter(([, step]) => step > 0)
      .map(([property, step]) => `${property}:calc(var(--spacing, .25rem) * ${step})`),
  ].join(';')
}

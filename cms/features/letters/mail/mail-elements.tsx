import { Button, Heading, Hr, Img, Link } from '@react-email/components'
import type { ReactNode } from 'react'
import { Paragraph } from '../../../platform/mail/templates/Layout.tsx'
import {
  buttonStyle,
  type MailColors,
  posterStyle,
  textWidth,
  theme,
} from '../../../platform/mail/templates/styles.ts'
import { mailPicturePath } from '../../../platform/media/mail-picture.ts'
import { formatMoney } from '../../../platform/ui/money.ts'
import type { Menu, MenuItem } from '../../venue/contract.ts'
import { type Diet, diets } from '../../venue/rules.ts'
import type { Elements } from './render-body.tsx'

/** The name of a dietary mark and its abbreviation. */
export type DietLabel = (diet: Diet) => { name: string; short: string }

type Options = {
  siteUrl: string
  colors: MailColors
  /** Returns the `href` in this mail for a link to an address. */
  hrefOf: (address: string, label: string) => string
  currency: string
  dietLabel: DietLabel
}

/** The elements of a letter for mail programs: inline styles, and tables for columns. */
export const mailElements = ({
  siteUrl,
  colors,
  hrefOf,
  currency,
  dietLabel,
}: Options): Elements<ReactNode> => ({
  block: (node) => node,
  paragraph: (children) => <Paragraph>{children}</Paragraph>,
  heading: (level, children) => (
    <Heading as={level === 2 ? 'h2' : 'h3'} style={level === 2 ? headingStyle : subheadingStyle}>
      {children}
    </Heading>
  ),
  quote: (children) => (
    <blockquote style={{ ...quote, borderLeft: `6px solid ${colors.spot}` }}>{children}</blockquote>
  ),
  list: (ordered, items) => {
    const List = ordered ? 'ol' : 'ul'
    return <List style={list}>{items}</List>
  },
  item: (children) => <li style={item}>{children}</li>,
  link: (address, label, children) => (
    <Link className="plain" href={hrefOf(address, label)} style={link}>
      {children}
    </Link>
  ),
  button: (address, label) => (
    <Button className="button" href={hrefOf(address, label)} style={buttonStyle(colors)}>
      {label}
    </Button>
  ),
  picture: (picture) => {
    const width = Math.min(textWidth, picture.width)
    const height = Math.round((picture.height * width) / picture.width)
    return (
      <Img
        src={siteUrl + mailPicturePath(picture)}
        alt={picture.alt}
        width={width}
        height={height}
        style={{ ...image, backgroundColor: picture.color }}
      />
    )
  },
  menus: (menus) => (
    <>
      {menus.map((menu) => (
        <MenuSection key={menu.id} menu={menu} currency={currency} dietLabel={dietLabel} />
      ))}
      <Legend menus={menus} dietLabel={dietLabel} />
    </>
  ),
  divider: () => <Hr style={divider} />,
})

type MenuProps = Pick<Options, 'currency' | 'dietLabel'> & { menu: Menu }

function MenuSection({ menu: { title, available, note, items }, currency, dietLabel }: MenuProps) {
  return (
    <>
      <Heading as="h3" style={{ ...subheadingStyle, marginBottom: '0' }}>
        {title}
      </Heading>
      {available ? <Paragraph>{available}</Paragraph> : null}
      <table className="menu" width="100%" cellPadding={0} cellSpacing={0} style={table}>
        <tbody>
          {items.map((each, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two items may be called the same
            <tr key={index}>
              <td style={cellStyle}>
                <strong>{each.name}</strong>
                {each.diets.map((diet) => (
                  <span key={diet} title={dietLabel(diet).name}>
                    {' '}
                    ({dietLabel(diet).short})
                  </span>
                ))}
                {each.description ? (
                  <>
                    <br />
                    {each.description}
                  </>
                ) : null}
              </td>
              <td style={{ ...cellStyle, ...price }}>{priceOf(each, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {note ? <Paragraph>{note}</Paragraph> : null}
    </>
  )
}

const priceOf = ({ priceCents, priceNote }: MenuItem, currency: string): string =>
  [priceCents === null ? '' : formatMoney(priceCents, currency), priceNote]
    .filter(Boolean)
    .join(' ')

function Legend({ menus, dietLabel }: { menus: Menu[]; dietLabel: DietLabel }) {
  const used = diets.filter((diet) =>
    menus.some(({ items }) => items.some((each) => each.diets.includes(diet))),
  )
  if (!used.length) return null
  return (
    <Paragraph>
      {used
        .map((diet) => `${dietLabel(diet).short} ${dietLabel(diet).name.toLowerCase()}`)
        .join(', ')}
    </Paragraph>
  )
}

const headingStyle = {
  ...posterStyle,
  margin: '32px 0 12px',
  fontSize: '34px',
  lineHeight: '1',
  color: theme.ink,
} as const
const subheadingStyle = {
  margin: '24px 0 8px',
  fontSize: '20px',
  lineHeight: '26px',
  fontWeight: 700,
  color: theme.ink,
} as const
const quote = {
  margin: '0 0 16px',
  padding: '2px 0 2px 16px',
  fontSize: '19px',
  lineHeight: '28px',
  color: theme.ink,
} as const
const list = {
  margin: '0 0 16px',
  padding: '0 0 0 24px',
  fontSize: '17px',
  lineHeight: '26px',
  color: theme.ink,
} as const
const item = { margin: '0 0 6px' } as const
const link = { color: theme.ink, textDecoration: 'underline' } as const
const image = { display: 'block', width: '100%', height: 'auto', margin: '8px 0 24px' } as const
const table = { width: '100%', margin: '8px 0 16px', borderCollapse: 'collapse' } as const
const cellStyle = {
  padding: '10px 0',
  borderBottom: `1px solid ${theme.ink}`,
  fontSize: '16px',
  lineHeight: '22px',
  verticalAlign: 'top',
  color: theme.ink,
} as const
const price = {
  paddingLeft: '16px',
  textAlign: 'right',
  whiteSpace: 'nowrap',
  fontWeight: 700,
} as const
const divider = { margin: '28px 0', border: 0, borderTop: `2px solid ${theme.ink}` } as const

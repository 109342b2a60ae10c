import type { ReactNode } from 'react'
import type { Elements } from '../cms/features/letters/mail/render-body.tsx'
import type { Menu } from '../cms/features/venue/contract.ts'
import type { Picture } from '../cms/platform/media/picture.ts'

/** A part of a published letter; pictures and menus are rendered by Astro components. */
export type LetterPart =
  | { kind: 'words'; node: ReactNode }
  | { kind: 'picture'; picture: Picture }
  | { kind: 'menus'; menus: Menu[] }

/** The elements of a letter's body on the site. */
export const pageElements: Elements<LetterPart> = {
  paragraph: (children) => <p>{children}</p>,
  heading: (level, children) => {
    const Heading = level === 2 ? 'h2' : 'h3'
    return <Heading className={level === 2 ? 'poster h3' : undefined}>{children}</Heading>
  },
  quote: (children) => <blockquote>{children}</blockquote>,
  list: (ordered, items) => {
    const List = ordered ? 'ol' : 'ul'
    return <List>{items}</List>
  },
  item: (children) => <li>{children}</li>,
  link: (address, _, children) => <a href={address}>{children}</a>,
  button: (address, label) => (
    <a className="go" href={address}>
      {label}
    </a>
  ),
  divider: () => <hr />,
  block: (node) => ({ kind: 'words', node }),
  picture: (picture) => ({ kind: 'picture', picture }),
  menus: (menus) => ({ kind: 'menus', menus }),
}

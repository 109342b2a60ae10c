import { brandColors } from '../../brand-colors.ts'

const { paper, ink, accent } = brandColors

export const theme = {
  paper,
  ink,
  accent,
  text: "Archivo, 'Helvetica Neue', Arial, sans-serif",
  poster: "Impact, 'Haettenschweiler', 'Arial Narrow Bold', 'Arial Narrow', sans-serif",
} as const

export const buttonStyle = {
  display: 'inline-block',
  margin: '8px 0 24px',
  padding: '16px 28px',
  backgroundColor: theme.ink,
  color: theme.paper,
  fontSize: '17px',
  fontWeight: 700,
  textAlign: 'center',
  textDecoration: 'none',
} as const

// For mail programs with a dark mode; the others use the inline styles, which are light.
export const styleSheet = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .paper { background-color: ${ink} !important; color: ${paper} !important; }
    .paper :is(h1, h2, h3, p, td, li, blockquote, a) { color: ${paper} !important; }
    .paper hr, .paper .menu td, .paper .code { border-color: ${paper} !important; }
    .paper a.button { background-color: ${paper} !important; color: ${ink} !important; }
  }
  @media (max-width: 480px) {
    .paper h1 { font-size: 36px !important; }
    .paper a.button { display: block !important; }
    .paper .code { font-size: 44px !important; }
  }
`

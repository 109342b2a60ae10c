const svgUrl = (paths: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" fill="none" stroke="#8a7f6a" stroke-width="1.6">${paths}</svg>`,
  )}`

const icon = (paths: string) => ({ images: { icon: { url: svgUrl(paths), alt: '' } } })

/** Icons of the editor's buttons for pictures, buttons, menus and dates. */
export const letterIcons = {
  image: icon('<path d="M2.5 3.5h15v13h-15zM3 14l4.5-5 4 4.5 2.5-2.5 3.5 4"/>'),
  button: icon('<path d="M2 6.5h16v7H2zM6 10h8"/>'),
  programme: icon('<path d="M3 4.5h14v12H3zM3 8.5h14M7 2.5v4M13 2.5v4"/>'),
  menu: icon('<path d="M3 5h7M3 10h9M3 15h6M15 5h2M15 10h2M15 15h2"/>'),
}

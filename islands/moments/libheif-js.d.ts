/** The part of libheif-js that the site uses. The package has no declarations of its entry. */
declare module 'libheif-js' {
  type Shown = { data: Uint8ClampedArray; width: number; height: number }
  type Picture = {
    get_width: () => number
    get_height: () => number
    display: (into: Shown, done: (shown: Shown | null) => void) => void
  }
  const libheif: { HeifDecoder: new () => { decode: (bytes: Uint8Array) => Picture[] } }
  export default libheif
}

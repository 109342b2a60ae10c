/** A number in the display font, which has no lower-case letters. So the units are in the font of the text. */
export const BigNumber = ({ children }: { children: string }) => (
  <b className="analytics-big">
    {children
      .split(/([a-z]{1,9})/)
      .map((part, index) =>
        index % 2 ? (
          <small key={String(index)}>{part}</small>
        ) : (
          <span key={String(index)}>{part}</span>
        ),
      )}
  </b>
)

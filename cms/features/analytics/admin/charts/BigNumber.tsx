/** A number in the display font. Its units are in the body font, because the display font has no lower-case letters. */
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

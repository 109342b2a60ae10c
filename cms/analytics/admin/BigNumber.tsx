/** A number in the poster face, which has no small letters: its units are in the text's face. */
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

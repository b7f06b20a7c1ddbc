/** Exact figures, "-10/3" or "24", as people write them. */

const FRACTIONS: Partial<Record<string, string>> = {
  "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/5": "⅕", "2/5": "⅖", "3/5": "⅗", "4/5": "⅘", "1/6": "⅙", "5/6": "⅚", "1/7": "⅐", "1/8": "⅛",
  "3/8": "⅜", "5/8": "⅝", "7/8": "⅞", "1/9": "⅑",
};

/** A figure without its sign: "3½". Parts without a sign of their own are rounded to two places. */
function amount(text: string): string {
  const [top, bottom] = text.split("/").map(Number);
  if (top === undefined || bottom === undefined || bottom === 0) return text;
  const whole = Math.floor(top / bottom);
  const sign = FRACTIONS[`${top % bottom}/${bottom}`];
  if (sign === undefined) return (top / bottom).toFixed(2);
  return whole === 0 ? sign : `${whole}${sign}`;
}

/** A score with its sign, and a real minus: "+36½", "−10⅓", "0". */
export function signed(text: string): string {
  if (text.startsWith("-")) return `−${amount(text.slice(1))}`;
  return text === "0" ? "0" : `+${amount(text)}`;
}

/** A figure that has a sign only if it is negative: "2", "1½", "−49½". */
export function plain(text: string): string {
  return text.startsWith("-") ? `−${amount(text.slice(1))}` : amount(text);
}

// How dates and times are written: in the language of the page, in the country of the reader where that is known.

const language = document.documentElement.lang;
const own = navigator.languages.find((each) => each.split("-")[0] === language.split("-")[0]);

export const locale = own ?? language;

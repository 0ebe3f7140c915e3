// The file `chat.js`.
import { addChatAfterLoad } from "./loader";

addChatAfterLoad(document.currentScript);

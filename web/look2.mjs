import {start} from "./look.mjs";
const {b,p,base,token}=await start();
let calls=[];p.on("request",r=>{if(/Get(Conversation)/.test(r.url()))calls.push(Date.now())});
const id="01m7zeh91czdd03zawgbcp7s3p";
let t=Date.now();
await p.goto(base+"/messages?id="+id);
const log=p.getByRole("log");
await log.getByText("bucket there").first().waitFor({timeout:60000});
console.log("opened",Date.now()-t,"calls",calls.length, "drawn",await log.locator("[data-message]").count());
await p.waitForTimeout(1500);
console.log("calls after rest",calls.length, await log.evaluate(e=>[e.scrollTop,e.scrollHeight,e.clientHeight]));
await p.screenshot({path:"/tmp/w2/long-end.png"});
// search
await p.goto(base+"/messages");
await p.getByLabel("Find in messages").fill("zebrawood");
await p.getByRole("region",{name:"Conversations",exact:true}).locator("mark").first().waitFor({timeout:20000}).catch(()=>console.log("not found by search"));
await p.waitForTimeout(1000);
await p.screenshot({path:"/tmp/w2/long-bar.png"});
t=Date.now();calls=[];
await p.getByRole("region",{name:"Conversations",exact:true}).getByRole("link").first().click();
await p.locator(".message--found").waitFor({timeout:60000}).catch(()=>console.log("no found"));
console.log("found after",Date.now()-t,"calls",calls.length);
await p.waitForTimeout(1000);
console.log("in view",await p.evaluate(()=>{const l=document.querySelector('[role=log]').getBoundingClientRect(),m=document.querySelector('.message--found')?.getBoundingClientRect();return m&&[m.top-l.top,l.height]}));
await p.screenshot({path:"/tmp/w2/long-found.png"});
await b.close();
async function phone(){const r=await fetch(base+"/textConversations/"+id,{headers:{usertoken:token}});return (await r.json()).conversation.phone}
